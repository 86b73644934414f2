#!/usr/bin/env bash
# ippeveprinter with an empty tray is idle and takes a job, and the reason's keyword changes its ending while the tray stays empty.
#
# Expected: a printer without paper says that it is stopped, or refuses a job for that paper (not accepting jobs, or an error); a
# program that waits for paper compares printer-state-reasons with one keyword, as media-empty-error is when the tray
# is empty.
# What happens: the state is "idle" and printer-is-accepting-jobs is true. The reason is media-empty-report, whose ending says
# that nothing is wrong. A Print-Job for the missing paper is answered with successful-ok; the job is "processing" and the
# reasons are media-empty-warning and media-needed-warning: not the keyword from before. Nothing is printed until the tray is filled,
# a second job meanwhile is refused as busy; and after it was filled the job is printed by itself.
# Versions: cups-ipp-utils 2.4.2-3+deb12u9 (Debian 12), which AirPrint's and Mopria's clients are tried with.
# Why it matters: neither "idle" nor "accepting" nor "successful-ok" means that there is paper, and the same condition has three
# keywords (RFC 8011, 5.4.12: the ending is its severity). Compare without -report, -warning and -error; and a job that was
# accepted over an empty tray must not be sent again, as it comes out when the tray is filled.
set -euo pipefail
expected=2.4.2-3+deb12u9
if ! dpkg-query -W cups-ipp-utils dbus-daemon >/dev/null 2>&1; then
  apt-get install -y -q --no-install-recommends "cups-ipp-utils=$expected" dbus-daemon >/dev/null
fi
found=$(dpkg-query -W -f '${Version}' cups-ipp-utils)
if [ "$found" != "$expected" ]; then
  echo "Not compared: this is about Debian's cups-ipp-utils $expected, and $found is installed."
  exit 1
fi
work=$(mktemp -d)
printer=
bus=
trap 'for process in $printer $bus; do kill "$process" 2>/dev/null || true; done; rm -rf "$work"' EXIT
cd "$work"
mkdir spool

# ippeveprinter ends without a system's D-Bus.
cat >bus.conf <<XML
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=$work/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
XML
dbus-daemon --config-file=bus.conf --nofork >bus.log 2>&1 &
bus=$!
until [ -S bus ]; do sleep 0.1; done
printf '#!/bin/sh\necho "printed $IPP_JOB_ID" >>%s/paper\n' "$work" >print
chmod +x print
touch paper
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
DBUS_SYSTEM_BUS_ADDRESS=unix:path=$work/bus ippeveprinter -r off -n localhost -p "$port" -d spool -c "$work/print" -s 10,10 \
  -f image/jpeg Test >printer.log 2>&1 &
printer=$!
address=ipp://localhost:$port/ipp/print

cat >state.test <<'TXT'
{
  OPERATION Get-Printer-Attributes
  GROUP operation-attributes-tag
  ATTR charset attributes-charset utf-8
  ATTR language attributes-natural-language en
  ATTR uri printer-uri $uri
  DISPLAY printer-state
  DISPLAY printer-is-accepting-jobs
  DISPLAY printer-state-reasons
}
TXT
cat >print.test <<'TXT'
{
  OPERATION Print-Job
  GROUP operation-attributes-tag
  ATTR charset attributes-charset utf-8
  ATTR language attributes-natural-language en
  ATTR uri printer-uri $uri
  ATTR mimeMediaType document-format image/jpeg
  GROUP job-attributes-tag
  ATTR keyword media na_index-4x6_4x6in
  FILE sheet.jpg
}
TXT
printf '\xff\xd8\xff\xd9' >sheet.jpg
tray() { # SHEETS: of 4×6 inches; the tray above has letter paper
  python3 - "$port" "$1" <<'PY'
import sys, urllib.request
form = f"size1=na_letter_8.5x11in&level1=250&size2=na_index-4x6_4x6in&level2={sys.argv[2]}"
urllib.request.urlopen(f"http://localhost:{sys.argv[1]}/media?{form}", timeout=10).read()
PY
}
state() { ipptool -tv "$address" state.test | awk '/^ *printer-(state|state-reasons|is-accepting-jobs) / { printf "%s%s", sep, $NF; sep = ", " } END { print "" }'; }
send() { { ipptool -tv "$address" print.test || true; } | sed -n 's/^ *status-code = \([a-z-]*\).*/\1/p'; }
until ipptool -q "$address" state.test 2>/dev/null; do kill -0 "$printer"; sleep 0.1; done

tray 0
{
  echo "tray empty: $(state)"
  echo "a job is sent: $(send)"
  until grep -q needed <<<"$(state)"; do sleep 0.1; done
  echo "then: $(state)"
  echo "another: $(send)"
  sleep 3
  echo "printed after three seconds: $(wc -l <paper)"
  tray 25
  until [ -s paper ]; do sleep 0.1; done
  until grep -q ' idle,' <<<"$(state)"; do sleep 0.1; done
  echo "tray filled: $(cat paper), $(state)"
} | tee seen
cat >recorded <<'TXT'
tray empty: true, idle, media-empty-report
a job is sent: successful-ok
then: true, processing, media-empty-warning,media-needed-warning
another: server-error-busy
printed after three seconds: 0
tray filled: printed 1, true, idle, none
TXT
if ! diff recorded seen; then
  echo "Changed: ippeveprinter no longer treats an empty tray as recorded (<)."
  exit 1
fi
echo "Still so: idle, accepting and successful-ok over an empty tray, and other keywords for it with each state."
