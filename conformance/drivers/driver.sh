#!/usr/bin/env bash
# A driver for intake-conformance around curl and jq. The judge shows what a shell script gets wrong: it does not wait out
# a 429, and jq before 1.7 rounds big numbers.
set -u

result() { printf '{"id": %s, "result": %s}\n' "$id" "$1"; }
failed() { jq -cn --argjson id "$id" --arg kind "$1" --argjson status "$2" --arg detail "$3" --argjson fields "${4:-[]}" \
	'{id: $id, error: {kind: $kind, status: $status, detail: $detail, fields: $fields}}'; }

# request METHOD PATH [curl arguments]: leaves the body in $body
request() {
	local method=$1 path=$2 status
	shift 2
	status=$(curl -s -o "$body" -w '%{http_code}' -X "$method" -H "Authorization: Bearer $api_key" --max-time 30 --path-as-is \
		"$@" "${base_url%/}$path") || { failed network 0 "curl ended with $?"; return 1; }
	[ "$((status / 100))" = 2 ] && return 0
	if [ "$(jq -r '.detail | type' "$body" 2>/dev/null)" = array ]; then
		failed api "$status" "validation failed" "$(jq -c .detail "$body")"
	else
		failed api "$status" "$(jq -r .detail "$body" 2>/dev/null || head -c 200 "$body")"
	fi
	return 1
}
call() { request "$@" && result "$(jq -c . "$body")"; }
json() { call "$1" "$2" -H 'Content-Type: application/json' --data-binary "$3"; }
upload() { call POST "$session/$1" -F "file=@$path;filename=$filename;type=application/pdf"; }

run() {
	case $1 in
	hello) result '{"driver": "shell-curl"}' ;;
	me) call GET /org/me ;;
	create_session) json POST /org/sessions "$params" ;;
	request_appointment) json POST /org/appointment-request "$params" ;;
	list_sessions) call GET "/org/sessions${limit:+?limit=$limit}" ;;
	get_session) call GET "$session" ;;
	answer) json POST "$session/answers" "$params_message" ;;
	extract) upload extract ;;
	attach_document) upload documents ;;
	fill | submit) call POST "$session/$1" ;;
	risk_summary) call GET "$session/risk-summary" ;;
	download_form) request GET "$session/forms/$form_key/pdf" && result "{\"content_base64\": \"$(base64 -w0 "$body")\"}" ;;
	verify_webhook) verify ;;
	*) failed unsupported 0 "$1" ;;
	esac
}

verify() {
	local key
	base64 -d <<<"$body_base64" >"$body"
	key=$(printf %s "$secret" | od -An -v -tx1 | tr -d ' \n')
	if [ "sha256=$(openssl dgst -sha256 -r -mac HMAC -macopt "hexkey:$key" "$body" | cut -d' ' -f1)" = "$signature" ]; then
		result "{\"valid\": true, \"event\": $(jq -c . "$body")}"
	else
		result '{"valid": false}'
	fi
}

body=$(mktemp)
trap 'rm -f "$body"' EXIT
while IFS= read -r line; do
	# One jq for all that a command may hold. @sh quotes for the shell, @uri for a path.
	eval "$(jq -r '.params as $p | @sh "id=\(.id) command=\(.command) base_url=\(.base_url // "") api_key=\(.api_key // "")
		params=\($p | tojson) params_message=\({message: $p.message} | tojson) session=\("/org/sessions/" + ($p.session_id // "" | @uri))
		form_key=\($p.form_key // "" | @uri) limit=\($p.limit // "") path=\($p.path // "") filename=\($p.filename // "")
		secret=\($p.secret // "") body_base64=\($p.body_base64 // "") signature=\($p.headers["X-Service-Signature"]? // "")"' <<<"$line")"
	run "$command" </dev/null
done
