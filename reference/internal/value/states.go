package value

import "strings"

const stateList = `AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,FL florida,GA georgia,HI hawaii,ID idaho,
IL illinois,IN indiana,IA iowa,KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland,MA massachusetts,MI michigan,MN minnesota,MS mississippi,
MO missouri,MT montana,NE nebraska,NV nevada,NH new hampshire,NJ new jersey,NM new mexico,NY new york,NC north carolina,ND north dakota,OH ohio,
OK oklahoma,OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VT vermont,VA virginia,
WA washington,WV west virginia,WI wisconsin,WY wyoming,DC district of columbia,PR puerto rico,GU guam,VI virgin islands,AS american samoa,MP northern mariana islands,
DC washington dc,DC washington d.c.,DC d.c.,MA mass,CA calif,PA penn,PA penna,TN tenn,OK okla,TX tex,FL fla,CO colo,CT conn,MI mich,MN minn,WA wash,WI wisc,AZ ariz,
NY new york state,WA washington state,CA cali,NM n. mexico,NC n. carolina,SC s. carolina,NJ jersey,TX texass,OH ohio state,MA massachusets,CA californa,PA pensylvania,TN tennesee,CT conneticut`

var stateCodes, stateNames = states()

func states() (codes map[string]bool, names map[string]string) {
	codes, names = map[string]bool{}, map[string]string{}
	for _, entry := range strings.FieldsFunc(stateList, func(r rune) bool { return r == ',' || r == '\n' }) {
		code, name, _ := strings.Cut(entry, " ")
		codes[strings.ToLower(code)] = true
		names[name] = code
	}
	return codes, names
}

// shortStates are the abbreviations of newspapers, without their stops.
var shortStates = map[string]string{"w va": "WV", "wva": "WV", "n dakota": "ND", "s dakota": "SD", "n dak": "ND", "s dak": "SD",
	"n carolina": "NC", "s carolina": "SC",
	"n car": "NC", "s car": "SC", "n mex": "NM", "n mexico": "NM", "n hampshire": "NH", "n jersey": "NJ", "n y": "NY", "n j": "NJ",
	"n c": "NC", "s c": "SC", "n d": "ND", "s d": "SD",
	"r i": "RI", "ariz": "AZ", "ark": "AR", "calif": "CA", "colo": "CO", "conn": "CT", "fla": "FL", "ill": "IL", "kans": "KS", "mass": "MA",
	"mich": "MI", "minn": "MN",
	"mont": "MT", "nebr": "NE", "neb": "NE", "nev": "NV", "okla": "OK", "ore": "OR", "penn": "PA", "penna": "PA", "tenn": "TN", "tex": "TX",
	"wis": "WI", "wisc": "WI", "wyo": "WY"}

// StateCode reads the name or the code of a US state, with or without dots.
func StateCode(text string) (string, bool) {
	s := asciiLower(strings.Join(strings.Fields(text), " "))
	s = strings.TrimPrefix(strings.TrimPrefix(strings.TrimRight(s, ".,;! "), "the state of "), "state of ")
	if code, ok := stateNames[s]; ok {
		return code, true
	}
	if s = strings.ReplaceAll(s, ".", ""); shortStates[s] != "" {
		return shortStates[s], true
	}
	if stateCodes[s] {
		return strings.ToUpper(s), true
	}
	code, ok := stateNames[s]
	return code, ok
}
