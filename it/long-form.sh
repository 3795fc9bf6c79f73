# Sourced by it/torture, it/memory and it/model: runs a class of the tests on the built class path.

# The newest JDK of the usual places that the tests can run on; JAVA_HOME first.
usable() {
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
    [ -x "$1/bin/java" ] && [ "${version:-0}" -ge 21 ]
}

run_long_form() {
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
    java_home=
    for candidate in "${JAVA_HOME:-}" $(ls -d /usr/lib/jvm/* /opt/java/* "$HOME"/.jdks/* 2>/dev/null | sort -rV); do
        if usable "$candidate"; then
            java_home=$candidate
            break
        fi
    done
    [ -n "$java_home" ] || { echo "needs a JDK 21 or newer; set JAVA_HOME" >&2; exit 2; }
    class_path=$root/it/target/class-path
    if [ ! -f "$class_path" ] || [ -n "$(find "$root" -name target -prune -o -path '*/src/*' -newer "$class_path" -print -quit)" ]; then
        echo "building ..." >&2
        (cd "$root" && mvn -B -q -DskipTests -pl it -am package) || exit 2
        touch "$class_path"
    fi
    cd "$root/it"
    exec "$java_home/bin/java" -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED \
        -cp "$root/it/target/test-classes:$(cat "$class_path")" "$@"
}
