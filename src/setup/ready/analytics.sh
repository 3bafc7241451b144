#!/bin/sh
# Runs the product without npm, where it was made ready before (container image, offline bundle):
# `analytics.sh start` serves, any other word is a command, such as `analytics.sh user list`.
set -e
here=$(readlink -f "$0")
cd "$(dirname "$here")/../../.."
export NODE_ENV="${NODE_ENV:-production}"
node=node_modules/node/bin/node
if [ "$1" = start ]; then exec "$node" src/setup/ready/serve.mjs; fi
exec "$node" src/setup/command.mjs "$@"
