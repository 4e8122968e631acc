#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image. Change NODE_VERSION, if at all. README.md says how to make the zip.
set -euo pipefail
NODE_VERSION=22.14.0
NODE="node-v$NODE_VERSION-linux-x64.tar.xz"

apt-get update
apt-get install --yes --no-install-recommends bubblewrap ca-certificates curl xz-utils

# Ubuntu's own Node is too old.
cd /tmp
curl --fail --silent --show-error --location --remote-name "https://nodejs.org/dist/v$NODE_VERSION/$NODE"
curl --fail --silent --show-error --location "https://nodejs.org/dist/v$NODE_VERSION/SHASUMS256.txt" | grep " $NODE\$" | sha256sum --check -
tar --extract --xz --file "$NODE" --directory /usr/local --strip-components 1
rm "$NODE"

cd /autograder/source/pi-kata
npm ci --ignore-scripts
