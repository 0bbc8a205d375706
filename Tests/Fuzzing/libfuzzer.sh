#!/usr/bin/env bash
# Coverage-guided fuzzing of everything that reads bytes, with the libFuzzer of the toolchain.
#
#   Tests/Fuzzing/libfuzzer.sh                      all targets, 60 seconds each
#   Tests/Fuzzing/libfuzzer.sh wal 600              one target, ten minutes
#   Tests/Fuzzing/libfuzzer.sh pages 0 FILE         one input again
#   WCDB_SANITIZE=address Tests/Fuzzing/libfuzzer.sh pages
#
# It compiles the modules itself, into .build-libfuzzer: the package stays free of its flags.
# Inputs that reached something new are kept in .build-libfuzzer/corpus.
set -euo pipefail
cd "$(dirname "$0")/../.."

out=.build-libfuzzer
sanitizers="fuzzer${WCDB_SANITIZE:+,$WCDB_SANITIZE}"
mkdir -p "$out"
flags=(
    -O -wmo -parse-as-library -swift-version 6 -sanitize="$sanitizers" -package-name wcdb_swift
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -I "$out"
)

compile() {
    local module=$1 folder=$2
    find "$folder" -name '*.swift' -print0 | sort -z | xargs -0 \
        swiftc "${flags[@]}" -module-name "$module" -emit-module \
        -emit-module-path "$out/$module.swiftmodule" -c -o "$out/$module.o"
}

compile WCDBStorage Sources/WCDBStorage
compile StorageSimulation Sources/Tools/Simulation
swiftc "${flags[@]}" Tests/Fuzzing/ByteFedEntry.swift \
    "$out/WCDBStorage.o" "$out/StorageSimulation.o" -o "$out/fuzz"

seconds=${2:-60}
for target in ${1:-pages wal keys records}; do
    printf '\n== %s\n' "$target"
    mkdir -p "$out/corpus/$target"
    arguments=(-artifact_prefix="$out/$target-" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1)
    if [[ $# -ge 3 ]]; then
        arguments+=("$3")
    else
        arguments+=(-max_total_time="$seconds" -max_len=4096 -verbosity=0 "$out/corpus/$target")
    fi
    # Objects of the Swift runtime live as long as the process.
    ASAN_OPTIONS=detect_leaks=0 WCDB_FUZZ_TARGET=$target "$out/fuzz" "${arguments[@]}"
done
