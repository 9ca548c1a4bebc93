package pdfread
import ("testing";"os";"fmt";"strings")
func TestScratch(t *testing.T){
 for _,n:=range strings.Split(os.Getenv("PDFS"),","){
 b,_:=os.ReadFile(n)
 pl,err:=normalise(b); fmt.Println(len(pl),err); os.WriteFile("/tmp/plain.pdf",pl,0644)
 d,err:=readDocument(b,Options{})
 fmt.Println(err)
 if d==nil {continue}
 for _,p:=range d.Pages{ for _,l:=range p.Lines{fmt.Println(l.Text())}; fmt.Println(len(p.Boxes), p.Width)}
 fmt.Println(d.Notes)
 }
}
