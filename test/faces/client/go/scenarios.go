// Goes through all scenarios with the client in Go, and prints the outcomes as one JSON document.
//
//	go run . SCENARIOS ADDRESS
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"

	spolia "github.com/spolia/spolia/src/faces/client/go"
)

type scenario struct {
	Client      map[string]any
	Environment map[string]string
	Call        struct {
		Method  string
		As      string
		Path    []string
		Body    json.RawMessage
		Query   map[string]any
		Options map[string]any
		Repeat  map[string]int
	}
}

type outcome struct {
	Data  any           `json:"data,omitempty"`
	Error *errorOutcome `json:"error,omitempty"`
	Log   string        `json:"log"`
}

type errorOutcome struct {
	Classes   []string `json:"classes"`
	Status    int      `json:"status,omitempty"`
	Code      string   `json:"code,omitempty"`
	RequestID string   `json:"request_id,omitempty"`
	Message   string   `json:"message"`
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	var scenarios []scenario
	if err == nil {
		err = json.Unmarshal(data, &scenarios)
	}
	if err != nil {
		log.Fatal(err)
	}
	outcomes := make([]outcome, len(scenarios))
	var together sync.WaitGroup
	for i, one := range scenarios {
		if one.Environment == nil {
			together.Add(1)
			go func() {
				defer together.Done()
				outcomes[i] = outcomeOf(one, os.Args[2], i)
			}()
		}
	}
	together.Wait()
	for i, one := range scenarios {
		if one.Environment != nil {
			outcomes[i] = inEnvironment(one, os.Args[2], i)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		log.Fatal(err)
	}
}

// inEnvironment sets the environment of a scenario, and takes what is logged.
func inEnvironment(one scenario, address string, index int) outcome {
	for name, value := range one.Environment {
		os.Setenv(name, strings.ReplaceAll(value, "{url}", addressOf(address, index)))
		defer os.Unsetenv(name)
	}
	logged, err := os.CreateTemp("", "log")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(logged.Name())
	stderr := os.Stderr
	os.Stderr = logged
	result := outcomeOf(one, address, index)
	os.Stderr = stderr
	text, err := os.ReadFile(logged.Name())
	if err != nil {
		log.Fatal(err)
	}
	result.Log = string(text)
	return result
}

func addressOf(address string, index int) string { return fmt.Sprintf("%s/s/%d", address, index) }

func outcomeOf(one scenario, address string, index int) (result outcome) {
	given := one.Client
	if given == nil {
		given = map[string]any{"api_key": "sp_live_key"}
	}
	if _, isGiven := given["base_url"]; !isGiven {
		given["base_url"] = addressOf(address, index)
	}
	client, err := spolia.NewClient(optionsOf(given)...)
	if err == nil {
		result.Data, err = called(client, one, address, index)
	}
	if err != nil {
		result.Error = errorOf(err)
	}
	return result
}

// optionsOf spells the options of scenarios as Go has them.
func optionsOf(given map[string]any) (options []spolia.Option) {
	milliseconds := func(value any) time.Duration { return time.Duration(value.(float64)) * time.Millisecond }
	for name, value := range given {
		switch name {
		case "api_key":
			key, _ := value.(string)
			options = append(options, spolia.WithAPIKey(key))
		case "base_url":
			if address, isText := value.(string); isText {
				options = append(options, spolia.WithBaseURL(address))
			}
		case "timeout_ms":
			options = append(options, spolia.WithTimeout(milliseconds(value)))
		case "poll_ms":
			options = append(options, spolia.WithPollInterval(milliseconds(value)))
		case "max_retries":
			options = append(options, spolia.WithMaxRetries(int(value.(float64))))
		case "idempotency_key":
			options = append(options, spolia.WithIdempotencyKey(value.(string)))
		case "page_size":
			options = append(options, spolia.WithPageSize(int64(value.(float64))))
		case "keep":
			options = append(options, spolia.WithKeep(value.(bool)))
		case "headers":
			for header, text := range value.(map[string]any) {
				options = append(options, spolia.WithHeader(header, text.(string)))
			}
		default:
			log.Fatalf("no option %s", name)
		}
	}
	return options
}

var capitals = strings.NewReplacer("openApi", "OpenAPI", "oauth", "OAuth")

func exported(name string) string {
	name = capitals.Replace(name)
	return strings.ToUpper(name[:1]) + name[1:]
}

func called(client *spolia.Client, one scenario, address string, index int) (any, error) {
	call := one.Call
	if call.As == "unwrap" {
		return unwrapped(client, call.Body, address, index)
	}
	owner := reflect.ValueOf(client)
	resource, name, isOfResource := strings.Cut(call.Method, ".")
	if isOfResource {
		owner = owner.Elem().FieldByName(exported(resource))
	} else {
		name = resource
	}
	if call.As == "items" && name == "list" {
		name = "all"
	}
	method := owner.MethodByName(exported(name))
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	for _, part := range call.Path {
		arguments = append(arguments, reflect.ValueOf(part))
	}
	if call.Body != nil {
		body := reflect.New(method.Type().In(len(arguments)))
		if err := json.Unmarshal(grown(call.Body, call.Repeat), body.Interface()); err != nil {
			return nil, err
		}
		arguments = append(arguments, body.Elem())
	}
	var response *http.Response
	options := append(optionsOf(call.Options), optionsOf(call.Query)...)
	for _, option := range append(options, spolia.WithResponse(&response)) {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	answers := method.Call(arguments)
	if len(answers) == 1 {
		return collected(answers[0])
	}
	err, _ := answers[1].Interface().(error)
	if err != nil {
		return nil, err
	}
	if call.As == "raw" {
		return map[string]any{"status": response.StatusCode, "request_id": response.Header.Get("X-Request-Id")}, nil
	}
	return answers[0].Interface(), nil
}

// grown repeats texts of a body.
func grown(body json.RawMessage, repeat map[string]int) json.RawMessage {
	for name, times := range repeat {
		var fields map[string]any
		if err := json.Unmarshal(body, &fields); err != nil {
			log.Fatal(err)
		}
		fields[name] = strings.Repeat(fields[name].(string), times)
		body, _ = json.Marshal(fields)
	}
	return body
}

// collected goes through an iterator to its end, or to its first error.
func collected(sequence reflect.Value) (any, error) {
	items := []any{}
	for item, failure := range sequence.Seq2() {
		if err, isError := failure.Interface().(error); isError {
			return items, err
		}
		items = append(items, item.Interface())
	}
	return items, nil
}

func unwrapped(client *spolia.Client, body json.RawMessage, address string, index int) (any, error) {
	response, err := http.Get(fmt.Sprintf("%s/message/%d", address, index))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var message struct {
		Headers map[string]string
		Body    string
	}
	var secret string
	if err := errors.Join(json.NewDecoder(response.Body).Decode(&message), json.Unmarshal(body, &secret)); err != nil {
		return nil, err
	}
	header := http.Header{}
	for name, value := range message.Headers {
		header.Set(name, value)
	}
	return client.Webhooks.Unwrap([]byte(message.Body), header, secret)
}

func errorOf(err error) *errorOutcome {
	told := &errorOutcome{Message: err.Error()}
	var status *spolia.APIStatusError
	if errors.As(err, &status) {
		told.Status, told.Code, told.RequestID = status.Status, status.Code, status.RequestID
	}
	add := func(name string, isOne bool) {
		if isOne {
			told.Classes = append(told.Classes, name)
		}
	}
	add("SpoliaClientError", is[*spolia.ClientError](err))
	add("APIConnectionError", is[*spolia.APIConnectionError](err))
	add("APITimeoutError", is[*spolia.APITimeoutError](err))
	add("APIResponseError", is[*spolia.APIResponseError](err))
	add("WebhookVerificationError", is[*spolia.WebhookVerificationError](err))
	add("APIStatusError", is[*spolia.APIStatusError](err))
	add("BadRequestError", is[*spolia.BadRequestError](err))
	add("AuthenticationError", is[*spolia.AuthenticationError](err))
	add("PermissionDeniedError", is[*spolia.PermissionDeniedError](err))
	add("NotFoundError", is[*spolia.NotFoundError](err))
	add("ConflictError", is[*spolia.ConflictError](err))
	add("UnprocessableEntityError", is[*spolia.UnprocessableEntityError](err))
	add("RateLimitError", is[*spolia.RateLimitError](err))
	add("InternalServerError", is[*spolia.InternalServerError](err))
	return told
}

func is[Target error](err error) bool {
	var target Target
	return errors.As(err, &target)
}
