#!/bin/bash
# The page's own tests: lint, unit tests, a browser. The folder is that of the program: the page was bundled in web/.
#   page.sh check|test|browser
# Without Node.js or Chromium they are skipped, with a word; where CI is set that is a failure.
set -euo pipefail
lacks() {
  echo "skipped: $1; ./setup --browser installs it" >&2
  [[ -n ${CI:-} ]] && exit 1
  exit 77
}
command -v node > /dev/null && command -v npm > /dev/null || lacks "Node.js and npm are not installed"
cd web 2> /dev/null && [[ -d node_modules ]] || lacks "npm could not install the packages of report/web"
case $1 in
  browser)
    command -v "${CHROMIUM:-chromium}" > /dev/null || lacks "Chromium is not installed"
    exec node --test tests/browser.mjs
    ;;
  *) exec npm run --silent "$1" ;;
esac
