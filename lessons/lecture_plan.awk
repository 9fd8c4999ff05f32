# Writes a lecturer's plan of a filled lesson as Markdown: at which minute which scene, its answer, and what to say.
# SPDX-License-Identifier: BSD-2-Clause
#
#	awk -f lecture_plan.awk LESSON.md     beside the solutions, apart from what students get

function end_scene()
{
	if (scene != "")
		printf "| %d | %s | %s | %s |\n", minute, scene, answer, note
	minute += minutes
	minutes = 0
	answer = note = ""
}

BEGIN { FS = ": " }
/^# / { title = substr($0, 3) }
scene == "" && /^goal: / { goals = goals (goals == "" ? "" : "; ") substr($0, 7) }
scene == "" && /^needs: / { needs = substr($0, 8) }
/^## / {
	if (scene == "")
		printf "\n## %s\n\nBefore: %s. Afterwards students can %s.\n\n" \
			"| minute | scene | answer | say, ask, usual mistakes |\n|---|---|---|---|\n", title, needs, goals
	end_scene()
	scene = substr($0, 4)
}
scene != "" && /^minutes: / { minutes = $2 }
/^answer: / { answer = $2; gsub(/>/, " → ", answer); gsub(/,/, ", ", answer) }
/^Notes: / { note = substr($0, 8); gsub(/\|/, "\\|", note) }
END {
	end_scene()
	printf "| %d | end | | |\n", minute
}
