#!/usr/bin/env bash
# ippeveprinter counts no sheet: three copies are "completed successfully" with 0 impressions, and after a restart job 1 is another.
#
# Expected: job-impressions-completed, which the printer gives with every job, is 3 after a job of three copies; and a printer that
# shows the same printer-uuid still knows the job that it gave the number 1 to, or gives that number to no other.
# What happens: the job is completed with the reason job-completed-successfully, job-impressions-completed stays 0, and no
# job-media-sheets-completed is given. Its command is run once, with the 3 in a variable alone. After a restart the uuid is
# the same, the job is unknown, and the next job is 1 again, although -k keeps the files of the old one in the spool.
# Versions: cups-ipp-utils 2.4.2-3+deb12u9 (Debian 12).
# Why it matters: a program that takes "completed" with a count of 0 for a failure prints again; one that waits for the count waits
# for ever; and one that stored "printer uuid and job 1" takes a stranger's job for its own after a power cut. Send copies one by
# one, find jobs again by their job-name, and compare time-at-creation with printer-up-time.
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
printf '#!/bin/sh\necho "$IPP_JOB_NAME: $IPP_COPIES copies" >>%s/paper\n' "$work" >print
chmod +x print
touch paper
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
address=ipp://localhost:$port/ipp/print
begin() {
  DBUS_SYSTEM_BUS_ADDRESS=unix:path=$work/bus ippeveprinter -r off -n localhost -p "$port" -d spool -k -c "$work/print" -s 10,10 \
    -f image/jpeg Test >>printer.log 2>&1 &
  printer=$!
  until ipptool -q "$address" uuid.test 2>/dev/null; do kill -0 "$printer"; sleep 0.1; done
}

cat >uuid.test <<'TXT'
{
  OPERATION Get-Printer-Attributes
  GROUP operation-attributes-tag
  ATTR charset attributes-charset utf-8
  ATTR language attributes-natural-language en
  ATTR uri printer-uri $uri
  DISPLAY printer-uuid
}
TXT
cat >print.test <<'TXT'
{
  OPERATION Print-Job
  GROUP operation-attributes-tag
  ATTR charset attributes-charset utf-8
  ATTR language attributes-natural-language en
  ATTR uri printer-uri $uri
  ATTR name job-name $name
  ATTR mimeMediaType document-format image/jpeg
  GROUP job-attributes-tag
  ATTR integer copies 3
  FILE sheet.jpg
}
TXT
cat >job.test <<'TXT'
{
  OPERATION Get-Job-Attributes
  GROUP operation-attributes-tag
  ATTR charset attributes-charset utf-8
  ATTR language attributes-natural-language en
  ATTR uri printer-uri $uri
  ATTR integer job-id 1
}
TXT
printf '\xff\xd8\xff\xd9' >sheet.jpg
send() { ipptool -tv -d name="$1" "$address" print.test | sed -n 's/^ *job-id (integer) = //p'; }
uuid() { ipptool -tv "$address" uuid.test | sed -n 's/^ *printer-uuid (uri) = //p'; }
job() { # of number 1: what it says of itself
  { ipptool -tv "$address" job.test || true; } |
    sed -n 's/^ *\(job-name\|job-state\|job-state-reasons\|job-impressions-completed\|job-media-sheets-completed\) ([a-zA-Z]*) = /\1 /p; s/^ *status-code = \([a-z-]*\).*/\1/p' |
    paste -sd, | sed 's/,/, /g'
}

begin
{
  echo "three copies of a sheet: job $(send first)"
  until grep -q "job-state completed" <<<"$(job)"; do sleep 0.1; done
  echo "job 1: $(job)"
  echo "its command was run: $(cat paper)"
  before=$(uuid)
  kill "$printer"
  wait "$printer" 2>/dev/null || true
  begin
  echo "started again: $([ "$(uuid)" = "$before" ] && echo the same uuid || echo another uuid), job 1: $(job)"
  echo "in the spool: $(ls spool | paste -sd " ")"
  echo "another sheet: job $(send second)"
  echo "job 1: $(job | grep -o 'job-name [a-z]*')"
} | tee seen
cat >recorded <<'TXT'
three copies of a sheet: job 1
job 1: successful-ok, job-name first, job-impressions-completed 0, job-state completed, job-state-reasons job-completed-successfully
its command was run: first: 3 copies
started again: the same uuid, job 1: client-error-not-found
in the spool: 1-first.jpg 1-first.prn
another sheet: job 1
job 1: job-name second
TXT
if ! diff recorded seen; then
  echo "Changed: ippeveprinter counts or remembers otherwise than recorded (<)."
  exit 1
fi
echo "Still so: three copies completed with a count of 0, and job 1 is another after a restart of the same uuid."
