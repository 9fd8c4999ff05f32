#!/bin/sh
# The runner of tests sees every way in which a test can fail.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
unset GROVE_TEST_JOBS # of who runs this test
runner=$(cd "${GROVE_SOURCE:-.}/tests" && pwd)/run
temporary_folder

# Writes a test program $folder/NAME_test from lines of shell.
program() # name
{
	{ echo '#!/bin/sh' && cat; } >"$folder/$1_test"
	chmod +x "$folder/$1_test"
}

# Runs the programs of these names; sets $said, $status, and $last, the last line.
run() # name...
{
	set -- "$@" ''
	while [ -n "$1" ]; do
		set -- "$@" "$folder/$1_test"
		shift
	done
	shift
	said=$(GROVE_TEST_TIMEOUT=${limit:-60} sh "$runner" "$@" 2>/dev/null)
	status=$?
	last=$(printf '%s\n' "$said" | tail -n 1)
}

program good <<'END'
printf '1..2\nok 1 - one\nok 2 - two\n'
END
program bad <<'END'
printf '1..2\nok 1 - one\nnot ok 2 - two\n# the reason\n'
exit 1
END
program lenient <<'END'
printf '1..1\nnot ok 1 - one\n'
END
program short <<'END'
printf '1..2\nok 1 - one\n'
END
program silent <<'END'
exit 0
END
program status <<'END'
printf '1..1\nok 1 - one\n'
exit 3
END
program crash <<'END'
printf '1..2\nok 1 - one\n'
kill -SEGV $$
END
program slow <<'END'
printf '1..2\nok 1 - one\n'
sleep 30
END
program unable <<'END'
echo 'no such device'
exit 77
END
program partly <<'END'
printf '1..3\nok 1 - one\nnot ok 2 # SKIP two\nok 3 - three # SKIP not here\n'
END

plan 15
run good good
[ "$last" = '4 passed, 0 failed' ] && [ $status -eq 0 ]
ok $? "runner: counts the tests of all programs" "$said"
run good bad
[ "$last" = '3 passed, 1 failed' ] && [ $status -eq 1 ]
ok $? "runner: a failed test fails the run" "$said"
printf '%s' "$said" | grep -q '^FAIL bad_test' && printf '%s' "$said" | grep -q '# the reason'
ok $? "runner: names the failing program and shows what it said" "$said"
run good
[ "$(printf '%s\n' "$said" | wc -l)" -eq 2 ]
ok $? "runner: shows nothing of what a passing program said" "$said"
run lenient
[ "$last" = '0 passed, 1 failed' ] && [ $status -eq 1 ]
ok $? "runner: a failed test counts though the program ends with status 0" "$said"
run short
[ "$last" = '1 passed, 1 failed' ] && [ $status -eq 1 ]
ok $? "runner: a program that ends before its last test fails" "$said"
run silent
[ "$last" = '0 passed, 1 failed' ] && [ $status -eq 1 ]
ok $? "runner: a program that says nothing fails" "$said"
run status
[ "$last" = '1 passed, 1 failed' ] && [ $status -eq 1 ]
ok $? "runner: a program that passes its tests and ends with another status fails" "$said"
run crash good
[ "$last" = '3 passed, 1 failed' ] && printf '%s' "$said" | grep -q 'crash_test.*signal 11'
ok $? "runner: a program that crashes counts as one failed, and the run goes on" "$said"
limit=1
run slow good
limit=
[ "$last" = '3 passed, 1 failed' ] && printf '%s' "$said" | grep -q 'slow_test.*longer than 1 s'
ok $? "runner: a program that takes too long is stopped and fails" "$said"
run good unable partly
[ "$last" = '3 passed, 0 failed, 3 skipped' ] && [ $status -eq 0 ]
ok $? "runner: skipped programs and tests are counted apart" "$said"
run absent
[ "$last" = '0 passed, 1 failed' ] && [ $status -eq 1 ]
ok $? "runner: a program that is not there fails" "$said"
program names <<-END
	printf '1..1\nok 1 - read\n'
END
cp "$folder/names_test" "$folder/names_test.sh"
said=$(SANITIZE=-fsanitize=address sh "$runner" "$folder/names_test.sh" "$folder/good_test")
[ "$(printf '%s\n' "$said" | tail -n 1)" = '2 passed, 0 failed, 1 skipped' ]
ok $? "runner: programs that tests/unsanitized names are skipped with a sanitizer" "$said"
# Each of these two waits until the other has begun.
for name in first second; do
	program $name <<-END
		touch "$folder/\$(basename "\$0")ing"
		while ! [ -e "$folder/first_testing" ] || ! [ -e "$folder/second_testing" ]; do sleep 0.1; done
		printf '1..1\nok 1 - met\n'
	END
done
said=$(GROVE_TEST_JOBS=2 GROVE_TEST_TIMEOUT=20 sh "$runner" "$folder/first_test" \
	"$folder/second_test" "$folder/good_test" "$folder/bad_test")
[ "$(printf '%s\n' "$said" | tail -n 1)" = '5 passed, 1 failed' ]
ok $? "runner: two programs at a time, when asked for" "$said"
# Programs that tests/alone names: neither finds the other, nor one that it does not name.
for name in ring park other; do
	program $name <<-END
		printf '1..1\n'
		mkdir "$folder/busy" || { echo "not ok 1 - alone"; exit 1; }
		sleep 0.3
		rmdir "$folder/busy"
		echo "ok 1 - alone"
	END
done
run ring other park
[ "$last" = '3 passed, 0 failed' ]
ok $? "runner: what uses all cores or measures runs alone" "$said"
finish
