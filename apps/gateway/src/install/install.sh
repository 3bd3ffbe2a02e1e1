#!/bin/sh
# Installs, enrolls and starts the Crosspoint agent on this host, or removes it. Served by the host's own Crosspoint server:
#   { echo CROSSPOINT_TOKEN=…; curl -fsSL SERVER/install.sh; } | sudo sh        install, enroll, start; again: upgrade and check
#   curl -fsSL SERVER/install.sh | sudo sh -s -- uninstall                      remove programs and service, keep the rest
#   curl -fsSL SERVER/install.sh | sudo sh -s -- purge                          remove configuration, identity and samples too
# The token comes on standard input: it is in no URL, no process list and no log. Other lines of that kind:
#   CROSSPOINT_CA_FILE=/path/ca.pem     trust this authority too (PEM): a server with a certificate from a private one
#   CROSSPOINT_ALLOW_PLAIN_HTTP=yes     use a server on another machine without TLS: whoever controls the network then runs
#                                       what they like as root on this host
# Everything is in functions, so that half a download does nothing.
set -eu
umask 022
export LC_ALL=C

server=@SERVER@
# One line per file: architecture, kind, version, SHA-256, bytes, name.
builds='@BUILDS@'
problem=@PROBLEM@

token=${CROSSPOINT_TOKEN:-}
ca_file=${CROSSPOINT_CA_FILE:-}
allow_plain_http=${CROSSPOINT_ALLOW_PLAIN_HTTP:-}
unset CROSSPOINT_TOKEN CROSSPOINT_CA_FILE CROSSPOINT_ALLOW_PLAIN_HTTP

state=/var/lib/crosspoint
configuration=/etc/crosspoint
own_unit=/etc/systemd/system/crosspoint-agent.service
# What this script installed: the file's SHA-256, its kind, and the SHA-256 of the program.
record=$state/installed

say() { printf '%s\n' "crosspoint: $*"; }
fail() {
  printf '%s\n' "crosspoint: $*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }
has_systemd() { [ -d /run/systemd/system ] && has systemctl; }

require_root() {
  [ "$(uname -s)" = Linux ] || fail "the agent runs on Linux, and this is $(uname -s)."
  [ "$(id -u)" = 0 ] || fail "this needs root: end the line with '| sudo sh'."
}

# Whoever stands between could otherwise replace the programs, or read the key. The same rule as the agent's own.
require_encryption() {
  case $server in
    https://* | http://localhost | http://localhost[:/]* | http://127.[0-9]*) return ;;
    http://\[::1\] | http://\[::1\][:/]*) return ;;
  esac
  [ "$allow_plain_http" = yes ] && return
  fail "$server is not encrypted: anyone on the network could change what is installed here as root." \
    "Put the gateway behind TLS. If the network itself is trusted, add the line CROSSPOINT_ALLOW_PLAIN_HTTP=yes."
}

architecture_of_host() {
  case $(uname -m) in
    x86_64 | amd64) echo x86_64 ;;
    aarch64 | arm64) echo aarch64 ;;
    *) uname -m ;;
  esac
}

# A host whose own packages are dpkg's, for this processor.
is_debian() {
  has dpkg && dpkg-query -W dpkg >/dev/null 2>&1 || return 1
  case "$(dpkg --print-architecture) $1" in
    'amd64 x86_64' | 'arm64 aarch64') return 0 ;;
  esac
  return 1
}

line_of() { printf '%s\n' "$builds" | grep "^$1 $2 " | head -n 1; }

choose_build() {
  architecture=$(architecture_of_host)
  build=
  if is_debian "$architecture"; then build=$(line_of "$architecture" deb); fi
  [ -n "$build" ] || build=$(line_of "$architecture" archive)
  if [ -z "$build" ]; then
    there=$(printf '%s\n' "$builds" | sed -n 's/^\([^ ]*\) \([^ ]*\) .*/\1 (\2)/p' | tr '\n' ' ')
    fail "this host's processor is $architecture, and $server has no build for it, only: $there" \
      "Build the agent on such a machine (npm run package) and put the files beside the server's others. Nothing was changed."
  fi
  set -- $build
  kind=$2 version=$3 checksum=$4 bytes=$5 name=$6
}

sha256_of() {
  if has sha256sum; then sha256sum <"$1" | cut -d' ' -f1
  elif has openssl; then openssl dgst -sha256 <"$1" | sed 's/.* //'
  else fail "neither sha256sum nor openssl is here: the download could not be checked."; fi
}

# $1: the address, $2: the file. Certificates are checked, and no redirect is followed.
download() {
  if has curl; then
    set -- "$1" "$2" -fsS --retry 5 --connect-timeout 10 --max-time 600 --max-filesize "$bytes"
    case $server in https://*) set -- "$@" --proto '=https' --tlsv1.2 ;; esac
    [ -z "$ca_file" ] || set -- "$@" --cacert "$ca_file"
    url=$1 to=$2
    shift 2
    curl "$@" -o "$to" "$url"
  elif has wget; then
    case $server in
      https://*)
        # BusyBox has a wget that checks no certificate.
        wget --version 2>/dev/null | grep -q 'GNU Wget' || fail "curl is missing, and this wget checks no certificates."
        wget -q --max-redirect=0 --tries=5 ${ca_file:+--ca-certificate="$ca_file"} -O "$2" "$1"
        ;;
      *) wget -q -O "$2" "$1" ;;
    esac
  else
    fail "neither curl nor wget is here."
  fi
}

is_enrolled() { grep -q '"agentKey"' "$state/identity.json" 2>/dev/null; }

is_installed_already() {
  [ -r "$record" ] && [ -x /usr/bin/crosspoint-agent ] && [ -x /usr/bin/uring-bench ] || return 1
  [ "$(cat "$record")" = "$checksum $kind $(sha256_of /usr/bin/crosspoint-agent)" ]
}

fetch_and_install() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT HUP TERM
  say "downloading $name ($bytes bytes)"
  download "$server/agent/v1/download/$checksum/$name" "$work/$name" ||
    fail "$name could not be downloaded from $server. Nothing was changed; run the line again."
  [ "$(sha256_of "$work/$name")" = "$checksum" ] ||
    fail "the download does not have the SHA-256 $checksum that the server named. Nothing was changed."
  say "the checksum is right; installing"
  if [ "$kind" = deb ]; then install_deb; else install_archive; fi
  [ -d "$state" ] || mkdir -m 700 "$state"
  printf '%s\n' "$checksum $kind $(sha256_of /usr/bin/crosspoint-agent)" >"$record.new"
  mv -f "$record.new" "$record"
}

install_deb() {
  # A unit of an installation without packages would go before the package's.
  if [ -r "$record" ] && grep -q ' archive ' "$record"; then rm -f "$own_unit"; fi
  DEBIAN_FRONTEND=noninteractive dpkg --install --force-confdef --force-confold "$work/$name" >"$work/said" 2>&1 ||
    fail "dpkg could not install it: $(tail -n 5 "$work/said")"
}

# Each file is complete before it takes its place: a program that runs goes on with the old one.
put_beside() {
  mkdir -p "$(dirname "$3")"
  cp "$work/files/$2" "$3.new"
  chmod "$1" "$3.new"
}
place() {
  put_beside "$@"
  mv -f "$3.new" "$3"
}

# A program says its version before it takes the place of one that works.
require_start() {
  said=$("$1.new" --version 2>&1) && return
  rm -f /usr/bin/uring-bench.new /usr/bin/crosspoint-agent.new
  fail "the program $(basename "$1") of $name does not start on this host: $said. Nothing was changed."
}

install_archive() {
  mkdir "$work/files"
  tar -xzf "$work/$name" -C "$work/files" || fail "$name could not be unpacked. Nothing was changed."
  put_beside 755 uring-bench /usr/bin/uring-bench
  put_beside 755 crosspoint-agent /usr/bin/crosspoint-agent
  require_start /usr/bin/uring-bench
  require_start /usr/bin/crosspoint-agent
  mv -f /usr/bin/uring-bench.new /usr/bin/uring-bench
  mv -f /usr/bin/crosspoint-agent.new /usr/bin/crosspoint-agent
  place 644 crosspoint-agent.service "$own_unit"
  place 644 database.conf /usr/share/doc/crosspoint-agent/examples/database.conf
  [ -e "$configuration/agent.toml" ] || place 600 agent.toml "$configuration/agent.toml"
  [ -e "$configuration/policy.toml" ] || place 644 policy.toml "$configuration/policy.toml"
}

# The agent reads drives through nvme-cli. Where it cannot be had, doctor says so at the end.
ensure_nvme_cli() {
  has nvme && return
  for manager in apt-get dnf yum zypper; do
    has $manager || continue
    say "installing nvme-cli with $manager"
    DEBIAN_FRONTEND=noninteractive $manager install -y nvme-cli >/dev/null 2>&1 || say "$manager could not install nvme-cli"
    return
  done
}

trust_ca_file() {
  [ -n "$ca_file" ] || return 0
  grep -q '^ *ca_file *=' "$configuration/agent.toml" && return
  printf 'ca_file = "%s"\n' "$ca_file" >>"$configuration/agent.toml"
}

enroll() {
  [ -n "$token" ] || return 0
  # An agent whose key was revoked holds its state until it stops.
  if has_systemd && crosspoint-agent status 2>/dev/null | grep -q "rejected this host's key"; then
    systemctl stop crosspoint-agent
  fi
  set -- --server "$server" --unless-enrolled
  [ "$allow_plain_http" != yes ] || set -- "$@" --allow-plain-http
  [ -z "$ca_file" ] || set -- "$@" --ca-file "$ca_file"
  # In the environment of this one process, which root alone can read.
  CROSSPOINT_TOKEN=$token crosspoint-agent enroll "$@" ||
    fail "the agent is installed, but not enrolled; the reason is above. Run the line again once that is settled."
}

start() {
  if ! has_systemd; then
    say "systemd does not run here, so the agent is not started. Start it as root:" \
      "crosspoint-agent run --config $configuration/agent.toml"
    return
  fi
  systemctl daemon-reload
  systemctl enable crosspoint-agent >/dev/null 2>&1 || fail "systemd does not enable crosspoint-agent."
  if [ "$changed" = yes ]; then systemctl restart crosspoint-agent; else systemctl start crosspoint-agent; fi
  say "the service crosspoint-agent is running"
  # Its first report takes a moment.
  tries=0
  until crosspoint-agent status | grep -q '^Connected' || [ $tries -ge 20 ]; do
    tries=$((tries + 1))
    sleep 1
  done
}

report() {
  say "what doctor finds:"
  crosspoint-agent doctor && return
  say "the agent is installed and enrolled. Settle what is marked as failed above, then: crosspoint-agent doctor"
  exit 2
}

install_agent() {
  require_root
  [ -z "$problem" ] || fail "$problem"
  require_encryption
  choose_build
  if [ -z "$token" ] && ! is_enrolled; then
    fail "there is no enrollment token. Press \"Add a host\" on the Hosts page and run the line that it shows. Nothing was changed."
  fi
  say "this host gets crosspoint-agent $version for $architecture ($kind) from $server:"
  say "programs in /usr/bin, the service crosspoint-agent, configuration in $configuration, identity and samples in $state."
  say "An admin of this server may upgrade the agent later, unless $configuration/policy.toml says: deny = [\"upgrade\"]"
  changed=no
  if is_installed_already; then
    say "exactly this build is installed already"
  else
    fetch_and_install
    changed=yes
  fi
  ensure_nvme_cli
  trust_ca_file
  enroll
  start
  report
}

remove_agent() {
  require_root
  if has_systemd; then systemctl disable --now crosspoint-agent >/dev/null 2>&1 || true; fi
  if has dpkg && dpkg-query -W crosspoint-agent >/dev/null 2>&1; then
    DEBIAN_FRONTEND=noninteractive dpkg "--$1" crosspoint-agent >/dev/null || fail "dpkg could not remove the package."
  fi
  rm -f "$own_unit" /usr/bin/crosspoint-agent /usr/bin/uring-bench "$record"
  rm -rf /usr/share/doc/crosspoint-agent "$state/upgrade"
  if has_systemd; then systemctl daemon-reload; fi
  if [ "$1" = purge ]; then
    rm -rf "$state" "$configuration"
    say "the agent is removed, with configuration, identity and samples. Remove the host on its page too."
  else
    say "the agent is removed. $configuration and $state are kept: installed again, this is the same host."
  fi
}

main() {
  case ${1:-install} in
    install) install_agent ;;
    uninstall) remove_agent remove ;;
    purge) remove_agent purge ;;
    *) fail "'$1' is not install, uninstall or purge." ;;
  esac
}

# The script itself is read from standard input: nothing that it starts may.
main "$@" </dev/null
