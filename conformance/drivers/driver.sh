#!/usr/bin/env bash
# A driver for intake-conformance around curl and jq. It is an example of the protocol in conformance/DRIVERS.md and of
# what a shell script gets wrong: it does not wait out a 429, and big numbers go through jq.
set -u

param() { jq -r ".params.$1 // empty" <<<"$command"; }
escape() { jq -rn --arg text "$1" '$text | @uri'; }
session() { printf '/org/sessions/%s' "$(escape "$(param session_id)")"; }
result() { jq -cn --argjson id "$id" --argjson result "$1" '{id: $id, result: $result}'; }
failed() { jq -cn --argjson id "$id" --arg kind "$1" --argjson status "$2" --arg detail "$3" --argjson fields "${4:-[]}" \
	'{id: $id, error: {kind: $kind, status: $status, detail: $detail, fields: $fields}}'; }

# request METHOD PATH [curl arguments]: leaves the body in $body and the status in $status
request() {
	local method=$1 path=$2 base
	shift 2
	base=$(jq -r .base_url <<<"$command")
	status=$(curl -s -o "$body" -w '%{http_code}' -X "$method" -H "Authorization: Bearer $(jq -r .credential.api_key <<<"$command")" \
		--max-time 30 --path-as-is "$@" "${base%/}$path") || { failed network 0 "curl ended with $?"; return 1; }
	[ "$((status / 100))" = 2 ] && return 0
	if [ "$(jq -r '.detail | type' "$body" 2>/dev/null)" = array ]; then
		failed api "$status" "validation failed" "$(jq -c .detail "$body")"
	else
		failed api "$status" "$(jq -r .detail "$body" 2>/dev/null || head -c 200 "$body")"
	fi
	return 1
}
call() { request "$@" && result "$(cat "$body")"; }
json() { call "$1" "$2" -H 'Content-Type: application/json' --data-binary "$3"; }
upload() { call POST "$(session)/$1" -F "file=@$(param path);filename=$(param filename);type=application/pdf"; }

run() {
	case $1 in
	hello) result '{"driver": "shell-curl", "features": []}' ;;
	me) call GET /org/me ;;
	create_session) json POST /org/sessions "$(jq -c '.params // {}' <<<"$command")" ;;
	request_appointment) json POST /org/appointment-request "$(jq -c '.params // {}' <<<"$command")" ;;
	list_sessions) call GET "/org/sessions$(jq -r 'if .params.limit then "?limit=\(.params.limit)" else "" end' <<<"$command")" ;;
	get_session) call GET "$(session)" ;;
	answer) json POST "$(session)/answers" "$(jq -c '{message: .params.message}' <<<"$command")" ;;
	extract) upload extract ;;
	attach_document) upload documents ;;
	fill | submit) call POST "$(session)/$1" ;;
	download_form) request GET "$(session)/forms/$(escape "$(param form_key)")/pdf" && result "{\"sha256\": \"$(sha256sum <"$body" | cut -d' ' -f1)\"}" ;;
	risk_summary) request GET "$(session)/risk-summary" && result "$(jq -c '{flags: (if type == "array" then . else .flags end)}' "$body")" ;;
	verify_webhook) verify ;;
	*) failed unsupported 0 "$1" ;;
	esac
}

verify() {
	param body_base64 | base64 -d >"$body"
	local want
	want="sha256=$(openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(param secret | tr -d '\n' | od -An -v -tx1 | tr -d ' \n')" "$body" | sed 's/.*= //')"
	if [ "$want" = "$(jq -r '.params.headers["X-Service-Signature"] // empty' <<<"$command")" ]; then
		result "{\"valid\": true, \"event\": $(cat "$body")}"
	else
		result '{"valid": false}'
	fi
}

body=$(mktemp)
trap 'rm -f "$body"' EXIT
while IFS= read -r command; do
	id=$(jq .id <<<"$command")
	run "$(jq -r .command <<<"$command")" </dev/null
done
