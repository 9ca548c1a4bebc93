package selftest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// habitVariants are habits of servers in other languages: of their queues, their tokens, their sets and their dialogues.
var habitVariants = []variant{
	{"a further sign-in ends the one before it", oneSignIn},
	{"a fourth sign-in ends the first", func() layer { return fewSignIns(3) }},
	{"503 now and then", everyNth(17, func(c *call) bool {
		c.refuse(503)
		c.header.Set("Retry-After", "0")
		return true
	})},
	{"502 now and then, of a proxy", everyNth(29, func(c *call) bool {
		c.status, c.header, c.out = 502, map[string][]string{"Content-Type": {"text/html"}}, []byte("<h1>Bad Gateway</h1>")
		return true
	})},
	{"form keys in any order", func() layer {
		return rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
			walk(v, func(o obj) {
				for _, name := range []string{"form_keys", "filled_forms", "forms"} {
					items, _ := o[name].([]any)
					rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
				}
			})
			return v
		})
	}},
	{"an intake that is over at its first turn", shortIntake},
	{"clean risk beside words of what was looked at", inmost(on("risk", func(o obj) { o["areas"], o["found"] = []any{"losses", "roof"}, []any{}; delete(o, "flags") }))},
	{"submission ids that are large numbers", func() layer {
		large := func(id string) json.Number {
			return json.Number(fmt.Sprintf("7000000%012d", numberOf(id)%1_000_000_000_000))
		}
		l := on("submit", func(o obj) { o["submission_id"] = large(text(o, "submission_id")) })()
		l.verb = func(_ string, _, out obj) bool {
			list, _ := out["submissions"].([]any)
			for _, item := range list {
				asObject(item)["submission_id"] = large(text(asObject(item), "submission_id"))
			}
			return len(list) > 0
		}
		return l
	}},
	{"keys without a label", unlabelled},
	{"access tokens that are alike within a second", alikeInASecond},
	{"access tokens that begin as keys do", tokensLikeKeys},
	{"clients with a secret, in the form", func() layer { return secretive("client_secret_post") }},
	{"clients with a secret, in the header", func() layer { return secretive("client_secret_basic") }},
	{"a key in Authorization in any usual way", plain(layer{request: func(c *call) bool {
		value := c.r.Header.Get("Authorization")
		scheme, rest, several := strings.Cut(value, " ")
		switch {
		case !strings.HasPrefix(c.r.URL.Path, "/org/"): // elsewhere Basic has a client and its secret
			return false
		case strings.HasPrefix(value, "bsk_") && !several:
			rest = value
		case scheme == "Basic":
			plain, err := base64.StdEncoding.DecodeString(rest)
			if err != nil {
				return false
			}
			rest, _, _ = strings.Cut(string(plain), ":")
		case scheme != "Token":
			return false
		}
		c.r.Header.Set("Authorization", "Bearer "+rest)
		return true
	}})},
	{"forms at addresses that a router knows", func() layer {
		var mu sync.Mutex
		known := map[string]bool{}
		return layer{response: func(c *call) bool {
			var o obj
			if !c.ok() || json.Unmarshal(c.out, &o) != nil {
				return false
			}
			mu.Lock()
			defer mu.Unlock()
			keys, _ := o["form_keys"].([]any)
			for _, key := range keys {
				known[fmt.Sprint(key)] = true
			}
			return false
		}, request: func(c *call) bool {
			mu.Lock()
			defer mu.Unlock()
			parts := splitPath(c.r.URL.Path)
			did := c.op == "pdf" && len(parts) > 4 && !known[parts[4]]
			if did {
				c.refuse(404)
			}
			return did
		}}
	}},
	{"times of events with a comma", plain(body("", func(o obj) { o["created_at"] = strings.Replace(text(o, "created_at"), ".", ",", 1) }))},
	{"websites without their scheme at the platform", plain(layer{verb: func(_ string, _, out obj) bool {
		list, _ := out["appointments"].([]any)
		for _, item := range list {
			one := asObject(item)
			if site := text(one, "website"); site != "" {
				one["website"] = strings.TrimPrefix(site, "https://")
			}
		}
		return len(list) > 0
	}})},
	{"states of Texas only", plain(picky("state", regexp.MustCompile(`^(TX|Texas)$`), ""))},
	{"a composite value that is asked for until it is whole", plain(rewritten(func(c *call) bool { return c.op == "get" && c.ok() }, func(v any) any {
		o := asObject(v)
		values, _ := o["field_values"].(obj)
		street := "1 Main Street"
		for _, one := range values {
			if text, _ := one.(string); strings.Contains(text, "Avenue") {
				street = text
			}
		}
		if len(values) > 4 {
			values["locations"] = []any{obj{"street": street, "square_feet": nil}}
			list, _ := o["next_questions"].([]any)
			o["next_questions"] = append(list, obj{"key": "locations", "question": "What is the area of the building?", "group": "Locations"})
		}
		return v
	}))},
	{"tokens that may read only", plain(layer{request: func(c *call) bool {
		did := org(c) && oauth(c) && c.r.Method != "GET" && !anonymous(c) && !strings.HasPrefix(bearer(c), "bsk_") && c.op == "create"
		if did {
			c.refuse(403)
		}
		return did
	}})},
	{"attempts that are given up without a word", silentGivingUp},
	{"a further form, in any order", func() layer {
		return rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
			walk(v, func(o obj) {
				if keys, is := o["form_keys"].([]any); is && o["completed_at"] == nil {
					o["form_keys"] = append(keys, "supplement", "schedule")
					rand.Shuffle(len(keys)+2, func(i, j int) { l := o["form_keys"].([]any); l[i], l[j] = l[j], l[i] })
				}
			})
			return v
		})
	}},
	{"a document in the place of one of its name", upserted},
	{"a look at an endpoint before it is taken", plain(layer{into: func(verb string, in obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		for _, method := range []string{"HEAD", "OPTIONS", "GET"} {
			post(shipment{url: text(in, "url"), method: method, header: http.Header{}})
		}
		return true
	}})},
	{"a list that is asked for one by one", oneByOne},
	{"a last question whether all is right", lastWord},
}

// silentGivingUp leaves the connection of an attempt that it gave up open.
func silentGivingUp() layer {
	return deliver(func(s *shipment) bool {
		s.within = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithoutCancel(ctx), func() {}
		}
		return true
	})
}

// shortIntake ends every intake of the first workspace at its first turn, and takes no turn after that. In others the
// server behind is not done, and tells so by its events.
func shortIntake() layer {
	over, first := newMemory(), newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-workspace" {
			first.keep("key", func() any { return text(out, "api_key") })
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "answer" || !c.ok() || first.snapshot()["key"] != bearer(c) {
			return false
		}
		if _, again := over.keep(c.r.URL.Path, func() any { return true }); again {
			c.refuse(400)
			return true
		}
		return c.edit(func(o obj) bool { o["done"], o["pending_count"], o["asks"] = true, 0, []any{}; return true })
	}}
}

// unlabelled has no label for a key that was made without one.
func unlabelled() layer {
	bare := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb != "create-workspace" {
			return false
		}
		bare.keep(text(out, "api_key"), func() any { return true })
		delete(out, "key_label")
		return true
	}, response: func(c *call) bool {
		key := bearer(c)
		if key == "" {
			key = c.r.Header.Get("X-Api-Key")
		}
		return c.op == "me" && c.ok() && bare.snapshot()[key] != nil && c.edit(func(o obj) bool { o["key_label"] = nil; return true })
	}}
}

// alikeInASecond gives access tokens that say who and when and nothing else, as signed ones without an id of their own
// do: two of one sign-in and one second are the same text.
func alikeInASecond() layer {
	return tokensAs(func(of, _ string) string { return fmt.Sprintf("eyJ.%s.%d", of, time.Now().Unix()) })
}

// tokensLikeKeys gives access tokens that begin as keys do.
func tokensLikeKeys() layer {
	return tokensAs(func(_, token string) string { return "bsk_oauth_" + token })
}

// tokensAs gives access tokens of another text, that is made of their sign-in and the token.
func tokensAs(as func(of, token string) string) layer {
	real, family := newMemory(), newMemory() // the token behind a text; refresh token -> its sign-in
	give := func(o obj, of string) {
		access := as(of, text(o, "access_token"))
		real.put(access, text(o, "access_token"))
		family.put(text(o, "refresh_token"), of)
		o["access_token"] = access
	}
	return layer{rank: 1, request: func(c *call) bool {
		behind, known := real.snapshot()[bearer(c)].(string)
		if known {
			c.r.Header.Set("Authorization", "Bearer "+behind)
		}
		return known
	}, response: func(c *call) bool {
		return c.op == "token" && c.ok() && c.edit(func(o obj) bool {
			of, _ := family.snapshot()[form(c).Get("refresh_token")].(string)
			if of == "" {
				of = hexOf(text(o, "refresh_token"))[:12]
			}
			give(o, of)
			return true
		})
	}, verb: func(verb string, _, out obj) bool {
		if verb == "issue-token" {
			give(out, hexOf(text(out, "refresh_token"))[:12])
		}
		return verb == "issue-token"
	}, into: func(verb string, in obj) bool {
		behind, known := real.snapshot()[text(in, "access_token")].(string)
		if known {
			in["access_token"] = behind
		}
		return known
	}}
}

// secretive gives each client that registers a secret, as RFC 7591 has it by default, and wants it where a code or a
// refresh token is exchanged.
func secretive(method string) layer {
	secrets := newMemory()
	return layer{request: func(c *call) bool {
		values := form(c)
		if c.op != "token" || values.Get("grant_type") == deviceGrant {
			return false
		}
		secret, known := secrets.snapshot()[values.Get("client_id")].(string)
		given := values.Get("client_secret")
		if user, password, has := c.r.BasicAuth(); method == "client_secret_basic" {
			given = ""
			if secret, known = secrets.snapshot()[user].(string); has {
				given = password
			}
			if !has {
				secret, known = secrets.snapshot()[values.Get("client_id")].(string)
			}
			c.r.Header.Del("Authorization")
		}
		values.Del("client_secret")
		c.in = []byte(values.Encode())
		if known && given != secret {
			c.answer(401, obj{"error": "invalid_client", "detail": "The client is not known by that secret."})
		}
		return known
	}, response: func(c *call) bool {
		return c.op == "register" && c.ok() && c.edit(func(o obj) bool {
			secret := "secret_" + hexOf(text(o, "client_id"))
			secrets.put(text(o, "client_id"), secret)
			o["client_secret"], o["client_secret_expires_at"], o["token_endpoint_auth_method"] = secret, 0, method
			return true
		})
	}}
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// upserted keeps one document of a name for a session: the platform never sees the one before.
func upserted() layer {
	last := newMemory() // session and name -> digest of the last
	gone := newMemory() // session and digest
	return layer{response: func(c *call) bool {
		var o struct {
			Documents []struct{ Filename string }
		}
		if c.op != "documents" || !c.ok() || json.Unmarshal(c.out, &o) != nil || len(o.Documents) == 0 {
			return false
		}
		name := c.r.URL.Path + " " + o.Documents[0].Filename
		_, file, _ := bytes.Cut(c.in, []byte("\r\n\r\n"))
		file = file[:max(bytes.LastIndex(file, []byte("\r\n--")), 0)]
		sum := sha256.Sum256(file)
		if before, known := last.snapshot()[name]; known {
			gone.put(sessionIn(c)+fmt.Sprint(before), true)
		}
		last.put(name, hex.EncodeToString(sum[:]))
		return true
	}, verb: func(_ string, _, out obj) bool {
		list, _ := out["submissions"].([]any)
		for _, item := range list {
			files, _ := asObject(item)["files"].([]any)
			asObject(item)["files"] = slices.DeleteFunc(files, func(f any) bool {
				return gone.snapshot()[text(asObject(item), "session_id")+text(asObject(f), "sha256")] != nil
			})
		}
		return len(list) > 0
	}}
}

// oneByOne asks for the drivers of a list one after the other, under one key, before anything else.
func oneByOne() layer {
	const drivers = 9
	said := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		n, _ := said.snapshot()[c.r.URL.Path].(int)
		said.put(c.r.URL.Path, n+1)
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			pending, _ := o["pending_count"].(float64)
			answered, _ := o["answered_count"].(float64)
			if set := asObject(o["set_fields"]); n > 0 && n <= drivers && set != nil {
				set["driver_name"] = fmt.Sprintf("Driver %d", n)
			}
			if n < drivers {
				o["asks"] = append([]any{obj{"key": "driver_name", "label": "Driver", "kind": "text", "question": fmt.Sprintf("What is the name of driver %d?", n+1)}}, asks...)
				o["done"] = false
			}
			o["pending_count"], o["answered_count"] = pending+float64(max(drivers-n, 0)), answered+float64(min(n, drivers))
			return true
		})
	}}
}

// lastWord asks at the end, in words alone, whether all is right, and ends at a yes.
func lastWord() layer {
	confirmed := newMemory()
	return layer{request: func(c *call) bool {
		var o obj
		if c.op == "answer" && json.Unmarshal(c.in, &o) == nil && strings.HasPrefix(strings.ToLower(text(o, "message")), "yes") {
			confirmed.put(c.r.URL.Path, true)
		}
		return false
	}, response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			did := (o["done"] == true || o["pending_count"] == 0.0) && confirmed.snapshot()[c.r.URL.Path] == nil
			if did {
				o["done"], o["pending_count"], o["asks"], o["message"] = false, 1, []any{}, "Is everything that you told me right? Please say yes."
			}
			return did
		})
	}}
}
