package spolia

import (
	"context"
	"errors"
	"iter"
)

// Wait asks until the job has ended, also where it failed or was cancelled: see its Status. It waits as long as the
// context allows; the job goes on.
func (s *JobsService) Wait(ctx context.Context, id string, options ...Option) (*JobAnswer, error) {
	for {
		job, err := s.Get(ctx, id, options...)
		if err != nil || hasEnded(job) {
			return job, err
		}
		if err := s.pause(ctx, options); err != nil {
			return nil, err
		}
	}
}

// Follow gives all lines of a batch that is a job, in order, as they are answered. A connection that is cut is taken up
// behind the last line. After an error comes nothing.
func (s *JobsService) Follow(ctx context.Context, id string, options ...Option) iter.Seq2[BatchLine, error] {
	return func(yield func(BatchLine, error) bool) {
		after := int64(-1)
		for {
			job, err := s.Get(ctx, id, options...)
			if err != nil {
				yield(BatchLine{}, err)
				return
			}
			before := after
			err = nil
			for line, failure := range s.linesAfter(ctx, id, after, options) {
				if err = failure; err != nil {
					break
				}
				if !yield(line, nil) {
					return
				}
				after = line.Index
			}
			var cut *APIConnectionError
			isTakenUp := errors.As(err, &cut) && after > before
			switch {
			case isTakenUp:
				continue
			case err != nil:
				// A cut that brought nothing new would be repeated without end.
				yield(BatchLine{}, err)
				return
			case hasEnded(job):
				return
			}
			if err := s.pause(ctx, options); err != nil {
				yield(BatchLine{}, err)
				return
			}
		}
	}
}

func (s *JobsService) linesAfter(ctx context.Context, id string, after int64, options []Option) iter.Seq2[BatchLine, error] {
	if after < 0 {
		return s.Lines(ctx, id, options...)
	}
	return s.Lines(ctx, id, append(append([]Option{}, options...), WithAfter(after))...)
}

func (s *JobsService) pause(ctx context.Context, options []Option) error {
	config, err := s.client.config.with(options)
	if err != nil {
		return err
	}
	return pause(ctx, config.pollInterval)
}

func hasEnded(job *JobAnswer) bool {
	return job.Status == "done" || job.Status == "failed" || job.Status == "cancelled"
}
