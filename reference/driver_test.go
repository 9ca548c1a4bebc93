package reference_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
)

// samples answers a question of each kind as a person might.
var samples = map[string]string{
	"text": "Blue Harbor", "name": "Tamsin Okafor", "long_text": "We install and repair kitchen cabinets for homes.",
	"money": "$250,000", "count": "4", "percent": "20%", "year": "2012", "date": "03/10/2026", "phone": "404-555-0117",
	"email": "tamsin@blueharbor.example", "url": "www.blueharbor.example", "fein": "62-9104417", "state": "Georgia",
	"zip": "30303", "street": "412 Peachtree Street", "naics": "238350", "class_code": "5437", "yes_no": "no",
}

// maxTurns bounds an intake; the catalogue has far fewer questions.
const maxTurns = 400

// finish answers what is asked, one batch a turn, until nothing is left. The facts answer fields by their key first.
func (c caller) finish(path string, facts map[string]string) error {
	tries := map[string]int{}
	message := "Hello, let us begin."
	for range maxTurns {
		body, err := json.Marshal(obj{"message": message})
		if err != nil {
			return err
		}
		out, err := c.send(httptest.NewRequest("POST", path+"/answers", strings.NewReader(string(body))))
		if err != nil {
			return err
		}
		if out.status != 200 {
			return fmt.Errorf("answering %q: %d %s", message, out.status, out.raw)
		}
		if out.body["done"] == true {
			return nil
		}
		message = answers(out.body["asks"].([]any), facts, tries)
	}
	return fmt.Errorf("not done after %d turns; the last message was %q", maxTurns, message)
}

func answers(asks []any, facts map[string]string, tries map[string]int) string {
	var lines []string
	for _, one := range asks {
		ask := one.(obj)
		key, label := ask["key"].(string), ask["label"].(string)
		tries[key]++
		switch {
		case tries[key] > 2:
			lines = append(lines, "Skip the "+label+".")
		case facts[key] != "":
			lines = append(lines, label+": "+facts[key])
		default:
			lines = append(lines, label+": "+sample(ask))
		}
	}
	if len(lines) == 0 {
		return "What else do you need?"
	}
	return strings.Join(lines, "\n")
}

func sample(ask obj) string {
	if options, ok := ask["options"].([]any); ok && len(options) > 0 {
		return options[0].(obj)["label"].(string)
	}
	return samples[ask["kind"].(string)]
}
