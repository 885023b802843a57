package spolia

import (
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	defaultBaseURL = "http://127.0.0.1:8787"
	// Longer than the longest answer.
	defaultTimeout      = 130 * time.Second
	defaultMaxRetries   = 2
	defaultPollInterval = time.Second
)

// Option changes how a client, or one of its calls, asks the service.
type Option func(*config)

type config struct {
	apiKey         string
	baseURL        string
	timeout        time.Duration
	maxRetries     int
	pollInterval   time.Duration
	header         http.Header
	query          url.Values
	idempotencyKey string
	response       **http.Response
	http           *http.Client
	logger         *slog.Logger
}

// WithAPIKey gives the key; an empty one stands for none. Default: SPOLIA_API_KEY.
func WithAPIKey(key string) Option { return func(c *config) { c.apiKey = key } }

// WithBaseURL says where the service is, with its base path. Default: SPOLIA_BASE_URL, else http://127.0.0.1:8787.
func WithBaseURL(address string) Option { return func(c *config) { c.baseURL = address } }

// WithTimeout limits one attempt, and the silence between lines of a stream. Default: 130 s. The context of a call
// limits all its attempts.
func WithTimeout(timeout time.Duration) Option { return func(c *config) { c.timeout = timeout } }

// WithMaxRetries says how often a failed attempt is repeated. Default: 2.
func WithMaxRetries(retries int) Option { return func(c *config) { c.maxRetries = retries } }

// WithPollInterval is the time between the questions of Jobs.Wait and Jobs.Follow. Default: 1 s.
func WithPollInterval(interval time.Duration) Option {
	return func(c *config) { c.pollInterval = interval }
}

// WithHeader sends a header, over one of the same name that the client would send.
func WithHeader(name, value string) Option {
	return func(c *config) {
		c.header = maps.Clone(c.header)
		if c.header == nil {
			c.header = http.Header{}
		}
		c.header.Set(name, value)
	}
}

// WithQuery sends a query parameter, such as one that is newer than the client.
func WithQuery(name, value string) Option {
	return func(c *config) {
		c.query = maps.Clone(c.query)
		if c.query == nil {
			c.query = url.Values{}
		}
		c.query.Set(name, value)
	}
}

// WithIdempotencyKey makes the service carry out the same key and body once. Default: a random one for each call that
// sends a document, the same for all its attempts.
func WithIdempotencyKey(key string) Option { return func(c *config) { c.idempotencyKey = key } }

// WithResponse stores the last response itself, with its status and headers. Its body can be read again, but for that
// of a stream.
func WithResponse(response **http.Response) Option {
	return func(c *config) { c.response = response }
}

// WithHTTPClient takes another client of HTTP, as for its transport. Redirections are not followed, whatever it says:
// a key goes to the address that was given, and to no other.
func WithHTTPClient(client *http.Client) Option {
	return func(c *config) {
		own := http.Client{}
		if client != nil {
			own = *client
		}
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		c.http = &own
	}
}

// WithLogger takes the lines of the log: methods, paths, statuses and times, never a text or a key. Default: standard
// error where SPOLIA_LOG is debug, info or warn, else none.
func WithLogger(logger *slog.Logger) Option { return func(c *config) { c.logger = logger } }

// newConfig takes what is given before what the environment says.
func newConfig(options []Option) (*config, error) {
	c := config{
		apiKey:       strings.TrimSpace(os.Getenv("SPOLIA_API_KEY")),
		baseURL:      strings.TrimSpace(os.Getenv("SPOLIA_BASE_URL")),
		timeout:      defaultTimeout,
		maxRetries:   defaultMaxRetries,
		pollInterval: defaultPollInterval,
	}
	if c.baseURL == "" {
		c.baseURL = defaultBaseURL
	}
	WithHTTPClient(nil)(&c)
	given, err := c.with(options)
	if err == nil && given.logger == nil {
		given.logger, err = loggerOfEnvironment()
	}
	return given, err
}

// with gives the options under those that are given, once they are checked.
func (c config) with(options []Option) (*config, error) {
	for _, option := range options {
		option(&c)
	}
	for _, one := range []byte(c.apiKey) {
		if one <= ' ' || one > '~' {
			// The message does not show the key.
			return nil, clientError("The API key must be of printable ASCII characters without spaces.")
		}
	}
	address, err := url.Parse(strings.TrimSpace(c.baseURL))
	isUsable := err == nil && (address.Scheme == "http" || address.Scheme == "https") && address.Hostname() != "" &&
		address.User == nil && address.RawQuery == "" && address.Fragment == ""
	switch {
	case !isUsable:
		return nil, clientError("The base URL must be an http or https address without user name, query and fragment.")
	case c.timeout <= 0:
		return nil, clientError("The timeout must be above 0.")
	case c.maxRetries < 0:
		return nil, clientError("The number of retries must be 0 or more.")
	case c.pollInterval <= 0:
		return nil, clientError("The poll interval must be above 0.")
	}
	if err := checkHeader(c.header); err != nil {
		return nil, err
	}
	if err := checkHeader(http.Header{"Idempotency-Key": {c.idempotencyKey}}); err != nil {
		return nil, err
	}
	c.baseURL = strings.TrimRight(address.String(), "/")
	return &c, nil
}

// checkHeader: a header that the connection refuses would look like a failure of it, and be tried again.
func checkHeader(header http.Header) error {
	for name, values := range header {
		if name == "" || strings.ContainsFunc(name, isNoLetterOfNames) {
			return clientError("The header %q has a name that cannot be sent.", name)
		}
		for _, value := range values {
			// The message does not show the value: it may be a secret.
			if strings.ContainsFunc(value, func(r rune) bool { return r != '\t' && (r < ' ' || r == 0x7f) }) {
				return clientError("The header %s must not have line ends and other control characters.", name)
			}
		}
	}
	return nil
}

func isNoLetterOfNames(r rune) bool {
	isWord := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	return !isWord && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

func loggerOfEnvironment() (*slog.Logger, error) {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn}
	text := strings.TrimSpace(os.Getenv("SPOLIA_LOG"))
	switch text {
	case "", "off", "json", "none": // The last two are for the service, which may have the same environment.
		return slog.New(slog.DiscardHandler), nil
	}
	level, isKnown := levels[text]
	if !isKnown {
		return nil, clientError("SPOLIA_LOG must be one of debug, info, warn, off.")
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})), nil
}
