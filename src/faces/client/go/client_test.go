package spolia

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"strings"
	"sync"
	"testing"
	"time"
)

func served(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client, err := NewClient(WithBaseURL(server.URL), WithAPIKey("sp_live_key"))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestTextThatIsNotUTF8IsRefused(t *testing.T) {
	var body string
	client := served(t, func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		body = string(data)
		io.WriteString(w, "{}")
	})
	_, err := client.Analyze(t.Context(), AnalyzeRequest{Content: Ptr("a\xff")})
	var refused *ClientError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "UTF-8") || body != "" {
		t.Fatalf("%v, sent %q", err, body)
	}
	// What only looks like it is sent as it is.
	for _, content := range []string{"a\ufffd", `a\ufffd`, `\\ufffd`, "<&>"} {
		if _, err := client.Analyze(t.Context(), AnalyzeRequest{Content: &content}); err != nil {
			t.Fatal(err)
		}
		var sent struct{ Content string }
		if err := json.Unmarshal([]byte(body), &sent); err != nil || sent.Content != content {
			t.Fatalf("%q was sent as %s", content, body)
		}
	}
}

func TestFieldsThatAreNewerAreKeptAtEachDepth(t *testing.T) {
	const newer = `{"success":true,"index":0,"result":{"verdict":"of_2030","matches":[{"words":7,"deep":[1]}]},"more":null}`
	var line BatchLine
	if err := json.Unmarshal([]byte(newer), &line); err != nil {
		t.Fatal(err)
	}
	if line.Result.Verdict != "of_2030" || string(line.Result.Matches[0].Extra["deep"]) != "[1]" {
		t.Fatalf("%+v", line)
	}
	written, err := json.Marshal(line)
	if err != nil || !strings.Contains(string(written), `"deep":[1]`) || !strings.HasSuffix(string(written), `,"more":null}`) {
		t.Fatalf("%s, %v", written, err)
	}
	line.Extra["index"] = json.RawMessage("1")
	if _, err := json.Marshal(line); err == nil {
		t.Fatal("a field was written twice")
	}
}

func TestFieldsAreAbsentNullOrGiven(t *testing.T) {
	for wanted, changes := range map[string]MonitorChanges{
		`{}`:                                     {},
		`{"schedule":null}`:                      {Schedule: Null[string]()},
		`{"status":"paused","schedule":"daily"}`: {Status: Ptr("paused"), Schedule: ValueOf("daily")},
		`{"on":[]}`:                              {On: []string{}},
		`{"new":1}`:                              {Extra: map[string]json.RawMessage{"new": json.RawMessage("1")}},
	} {
		written, err := json.Marshal(changes)
		if err != nil || string(written) != wanted {
			t.Errorf("%s, %v, not %s", written, err, wanted)
		}
	}
}

func TestTheContextEndsACallAndItsWaits(t *testing.T) {
	client := served(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "50")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := client.Works.Get(ctx, "wk_1")
	var timeout *APITimeoutError
	if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) {
		t.Fatal(err)
	}
}

func TestALoopThatIsLeftEndsItsStream(t *testing.T) {
	ended := make(chan struct{})
	client := served(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "{\"index\":0,\"success\":true}\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(ended)
	})
	for line, err := range client.Jobs.Lines(t.Context(), "job_1") {
		if err != nil || line.Index != 0 {
			t.Fatal(err)
		}
		break
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the connection stays")
	}
}

func TestSilenceInAStreamEndsIt(t *testing.T) {
	client := served(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "{\"index\":0,\"success\":true}\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	count := 0
	var last error
	for _, err := range client.Jobs.Lines(t.Context(), "job_1", WithTimeout(200*time.Millisecond)) {
		if count++; count == 1 {
			// The caller may take its time.
			time.Sleep(300 * time.Millisecond)
		}
		last = err
	}
	var timeout *APITimeoutError
	if count != 2 || !errors.As(last, &timeout) {
		t.Fatal(count, last)
	}
}

func TestManyGoroutinesShareAClient(t *testing.T) {
	client := served(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"success":true,"status":"done","job_id":%q}`, path.Base(r.URL.Path))
	})
	var together sync.WaitGroup
	for i := range 200 {
		together.Add(1)
		go func() {
			defer together.Done()
			id := fmt.Sprintf("job_%d", i)
			job, err := client.Jobs.Wait(t.Context(), id)
			if err != nil || job.JobID != id {
				t.Error(job, err)
			}
		}()
	}
	together.Wait()
}

// The proxy is read once a process, so that this one starts itself again.
func TestTheProxyOfTheEnvironmentIsUsed(t *testing.T) {
	if os.Getenv("HTTP_PROXY") != "" && os.Getenv("SPOLIA_TEST_PROXIED") != "" {
		client, err := NewClient(WithAPIKey("sp_live_key"), WithBaseURL("http://service.invalid"))
		if err != nil {
			t.Fatal(err)
		}
		if job, err := client.Jobs.Get(t.Context(), "job_1"); err != nil || job.JobID != "service.invalid" {
			t.Fatal(job, err)
		}
		return
	}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"success":true,"status":"done","job_id":%q}`, r.URL.Host)
	}))
	defer proxy.Close()
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	again.Env = append(os.Environ(), "HTTP_PROXY="+proxy.URL, "NO_PROXY=", "SPOLIA_TEST_PROXIED=1")
	if told, err := again.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, told)
	}
}
