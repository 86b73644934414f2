#!/usr/bin/env bash
# CUPS prints a 2×6 where a dye-sublimation printer's own size of 4×6 is asked for, and a 3.5×5 where 4×6 inches is.
#
# Expected: a queue says in media-supported and media-col-database which papers it has; a job that asks for one of them by its size,
# as AirPrint, Mopria and every IPP client do, gets that paper; and 4×6 inches is among the sizes of a 4×6 printer.
# What happens, with gutenprint's driver of the DNP DS620: its 4×6 is in the PPD as 297.6×460.8 points, which includes what the
# printer cuts off. So IPP shows it as custom_104.99x162.56mm, without the name w288h432, and 4×6 inches is not
# there. Five papers have these measures: 2×6, 3.375×6, 3.75×6, 4×6 and twice 2×6. IPP shows one. Asked for it, by the very
# size that it gave out, CUPS takes the first of the PPD, 2×6. Asked for 4×6 inches, by size, it sets no
# paper and answers successful-ok; the driver's default is 3.5×5. The PPD's own name, which IPP does not list, is passed on.
# Versions: cups-daemon 2.4.2-3+deb12u9, printer-driver-gutenprint 5.3.4.20220624T01008808d602-1 (Debian 12). The backend is a
# script that notes its options; no printer is needed.
# Why it matters: the paper is wrong, the cut is wrong or the ribbon's other half is lost, and each answer is successful-ok. A
# program that prints on such a queue must know the driver's names (w288h432, w288h432-div2) and ask with "media".
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "Run this as root: cupsd starts its backends as other users." >&2; exit 77; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill -9 "$server"; wait "$server"; } 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
chmod 755 "$work"
mkdir root debs
gutenprint=5.3.4.20220624T01008808d602-1
(cd debs && apt-get download -qq cups-daemon=2.4.2-3+deb12u9 cups-client=2.4.2-3+deb12u9 cups-common=2.4.2-3+deb12u9 \
  cups-ipp-utils=2.4.2-3+deb12u9 libcups2=2.4.2-3+deb12u9 libcupsimage2=2.4.2-3+deb12u9 \
  printer-driver-gutenprint=$gutenprint libgutenprint9=$gutenprint libgutenprint-common=$gutenprint \
  libavahi-client3 libavahi-common3 libpaper1 libdbus-1-3 2>/dev/null)
for package in debs/*.deb; do dpkg -x "$package" root; done
libraries=$work/root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries:$work/root/lib/x86_64-linux-gnu

mkdir -p place/{etc/ppd,spool/tmp,cache,state,log,bin/backend,bin/daemon}
chgrp lp place/{spool,spool/tmp,cache}
STP_MODULE_PATH=$libraries/gutenprint/5.3/modules STP_DATA_PATH=$work/root/usr/share/gutenprint/5.3/xml \
  root/usr/lib/cups/driver/gutenprint.5.3 cat gutenprint.5.3://dnp-ds620/expert >place/etc/ppd/photos.ppd 2>/dev/null
cp root/usr/lib/cups/daemon/* place/bin/daemon/
place=$work/place
cat >place/bin/backend/paper <<SH
#!/bin/sh
if [ \$# = 0 ]; then exit 0; fi
echo " \$5 " >"$place/options.new"
mv "$place/options.new" "$place/options-\$1"
SH
chmod 700 place/bin/backend/paper
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
{
  printf 'Listen 127.0.0.1:%s\nBrowsing No\nWebInterface No\n' "$port"
  printf '<Location />\nAllow all\n</Location>\n<Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>\n'
} >place/etc/cupsd.conf
printf '<Printer photos>\nDeviceURI paper:/here\nState Idle\nAccepting Yes\n</Printer>\n' >place/etc/printers.conf
printf '%s\n' "ServerRoot $place/etc" "ServerBin $place/bin" "RequestRoot $place/spool" "TempDir $place/spool/tmp" \
  "CacheDir $place/cache" "StateDir $place/state" "DataDir $work/root/usr/share/cups" "ErrorLog $place/log/error" \
  "AccessLog $place/log/access" "PageLog $place/log/page" "SystemGroup root" "FatalErrors none" "Printcap" >place/etc/cups-files.conf
root/usr/sbin/cupsd -f -c "$place/etc/cupsd.conf" -s "$place/etc/cups-files.conf" >log 2>&1 &
server=$!
address=ipp://127.0.0.1:$port/printers/photos
tests=$work/root/usr/share/cups/ipptool
ipptool=$work/root/usr/bin/ipptool
until "$ipptool" -q "$address" "$tests/get-printer-attributes.test" 2>/dev/null; do kill -0 "$server"; sleep 0.1; done

printf '\xff\xd8\xff\xd9' >sheet
send() { # JOB ATTRIBUTE: what the answer is, and which paper the driver is told to take
  printf '%s\n' '{' 'OPERATION Print-Job' 'GROUP operation-attributes-tag' 'ATTR charset attributes-charset utf-8' \
    'ATTR language attributes-natural-language en' 'ATTR uri printer-uri $uri' \
    'ATTR mimeMediaType document-format application/vnd.cups-raw' 'GROUP job-attributes-tag' "$2" "FILE $work/sheet" '}' >print.test
  said=$("$ipptool" -tv "$address" print.test | sed -n 's/^ *status-code = \([a-z-]*\).*/\1/p')
  until [ -e "$place/options-$1" ]; do sleep 0.1; done
  options=$(grep -oE ' (media|PageSize)=[^ ]*' "$place/options-$1" | sort | tr -d ' ' | paste -sd ' ' || true)
  echo "$said, ${options:-no paper}"
}
size() { echo "ATTR collection media-col { MEMBER collection media-size { MEMBER integer x-dimension $1 MEMBER integer y-dimension $2 } }"; }
{
  echo "papers of the driver with the measures of 4×6: $(sed -n 's/^\*PageSize \([^/]*\)\/\([^:]*\):.*\[297\.600 460\.800\].*/\1 (\2)/p' "$place/etc/ppd/photos.ppd" | paste -sd, | sed 's/,/, /g')"
  echo "the driver's default: $(sed -n 's/^\*DefaultPageSize: //p' "$place/etc/ppd/photos.ppd")"
  "$ipptool" -tv "$address" "$tests/get-printer-attributes.test" >attributes
  echo "IPP's names of the width: $(grep -o 'custom_104[^,]*' attributes | sort -u | paste -sd' '), with w288h432: $(grep -c w288h432 attributes || true), with 4x6in: $(grep -c 4x6in attributes || true)"
  echo "asked for 104.99×162.56 mm: $(send 1 "$(size 10499 16256)")"
  echo "asked for 101.6×152.4 mm: $(send 2 "$(size 10160 15240)")"
  echo "asked for w288h432: $(send 3 'ATTR keyword media w288h432')"
} | tee seen
cat >recorded <<'TXT'
papers of the driver with the measures of 4×6: w144h432 (2x6), w243h432 (3.375x6), w270h432 (3.75x6), w288h432 (4x6), w288h432-div2 (2x6*2)
the driver's default: B7
IPP's names of the width: custom_104.99x162.56mm_104.99x162.56mm, with w288h432: 0, with 4x6in: 0
asked for 104.99×162.56 mm: successful-ok, PageSize=w144h432 media=w144h432
asked for 101.6×152.4 mm: successful-ok, no paper
asked for w288h432: successful-ok, media=w288h432
TXT
if ! diff recorded seen; then
  echo "Changed: CUPS and gutenprint no longer choose papers as recorded (<)."
  exit 1
fi
echo "Still so: the size that the queue gives out for 4×6 prints a 2×6."
