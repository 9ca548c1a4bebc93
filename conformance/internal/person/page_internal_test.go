package person

import (
	"net/url"
	"testing"
)

// FuzzPage reads what is no HTML, too, and fills in whatever forms are found.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{
		"", "<form><input name=user_code><button>Approve</form>", "<a href=x>Sign in", "<form method=post><label>Key<input type=password name=k></label>", "a < b && c <3 <!-- <form> -->",
		"<select name=s><option selected>x<option value=y>", "<textarea name=t>a<b></textarea>", "<input form=f name=x><form id=f>", "<meta http-equiv=refresh content='0;url=x'>", "\xff\x00<form",
	} {
		f.Add(seed)
	}
	at := &url.URL{Scheme: "http", Host: "a.example", Path: "/device"}
	f.Fuzz(func(t *testing.T, document string) {
		read := parse(document, at, 200)
		for _, v := range []*visit{{code: "C"}, {code: "C", refuse: true}, {back: "http://127.0.0.1:1/", authorizes: true}} {
			for range mostPages {
				next := v.next(read, Credentials{APIKey: "k"})
				if next == nil {
					break
				}
				to, err := url.Parse(next.address)
				if err != nil || origin(to) != origin(at) {
					t.Fatalf("it leads away, to %s", next.address)
				}
			}
		}
	})
}
