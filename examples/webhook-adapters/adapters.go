package adapters

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"

	"github.com/workspaceintake/intake-go/webhook"
)

// Path is where the endpoint is, in every adapter.
const Path = "/hooks/intake"

// NetHTTP serves with the standard library.
func NetHTTP(receiver *webhook.Receiver) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST "+Path, receiver)
	return mux
}

// Chi serves within a chi router. Middleware that parses bodies belongs on other routes.
func Chi(receiver *webhook.Receiver) http.Handler {
	r := chi.NewRouter()
	r.Method(http.MethodPost, Path, receiver)
	return r
}

// Gin serves within a gin engine.
func Gin(receiver *webhook.Receiver) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.POST(Path, gin.WrapH(receiver))
	return r
}

// Echo serves within an echo instance.
func Echo(receiver *webhook.Receiver) http.Handler {
	e := echo.New()
	e.POST(Path, echo.WrapHandler(receiver))
	return e
}

// Proxy passes requests on to a receiver elsewhere. It changes neither the body nor the three headers.
func Proxy(to *url.URL) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.SetXForwarded() }}
}

// FunctionRequest is what platforms without servers hand to a function, as far as a delivery needs it: the payload of
// format 2.0 that AWS Lambda gets from an HTTP API or a function URL. Others come close. A body that is not plain text
// comes in base64.
type FunctionRequest struct {
	Headers         map[string]string `json:"headers"`
	Body            string            `json:"body"`
	IsBase64Encoded bool              `json:"isBase64Encoded"`
	RequestContext  struct {
		HTTP struct {
			Method string `json:"method"`
		} `json:"http"`
	} `json:"requestContext"`
}

// FunctionResponse is what such a function returns.
type FunctionResponse struct {
	StatusCode int    `json:"statusCode"`
	Body       string `json:"body"`
}

// Function handles one request without a server. Give the Receiver an Inbox in a database: a function's memory is gone
// at its end. WithQueue is not for functions, as nothing runs between two requests.
func Function(receiver *webhook.Receiver, in FunctionRequest) (FunctionResponse, error) {
	body := []byte(in.Body)
	if in.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(in.Body); err != nil {
			return FunctionResponse{StatusCode: http.StatusBadRequest}, nil
		}
	}
	req, err := http.NewRequest(in.RequestContext.HTTP.Method, Path, bytes.NewReader(body))
	if err != nil {
		return FunctionResponse{}, err
	}
	for name, value := range in.Headers {
		req.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	receiver.ServeHTTP(w, req)
	answer, err := io.ReadAll(w.Result().Body)
	return FunctionResponse{StatusCode: w.Code, Body: string(answer)}, err
}
