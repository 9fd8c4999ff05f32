#!/bin/sh
# Stands in front of a compiler whose library is not here: makes a program that says so.
# SPDX-License-Identifier: BSD-2-Clause
#
#	absent.sh LIBRARY COMPILER WORD... -o PROGRAM WORD...
#
# PROGRAM ends with status 77, "cannot run here".

library=$1
while [ "$1" != -o ]; do
	shift
done
printf '#!/bin/sh\n# absent: %s\necho "%s is not here" >&2\nexit 77\n' "$library" "$library" >"$2" && chmod +x "$2"
