"""Drives the pages of the lessons in headless Chromium; prints TAP."""
# SPDX-License-Identifier: BSD-2-Clause
#
#	lesson_page.py LESSONS AXE.js|REASON TEST...

import glob
import json
import os
import re
import sys
import time
import traceback

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LESSONS, AXE = sys.argv[1:3]
CHOSEN = sys.argv[3:]
PATIENCE = 60  # seconds until a page that does not answer is a failure
DESK, LAPTOP, HALL, PHONE = (1500, 1000), (1366, 768), (1280, 720), (390, 844)
NAMES = sorted(os.path.basename(path)[:-5] for path in glob.glob(f"{LESSONS}/[0-9]*.html"))

# What a scene's picture shows and where it lies, and whether each control has a name.
LOOK = """
const page = window.grove.page, scene = page.scene, stage = page.stage;
const box = document.querySelector("#pictures").getBoundingClientRect();
const seen = Math.max(0, Math.min(innerHeight, box.bottom) - Math.max(0, box.top)) / box.height;
const shown = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
const nameless = [...document.querySelectorAll("button, input, textarea, a, [role=button]")].filter((e) => shown(e) &&
	!(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length || e.title));
const words = [...document.querySelectorAll(".scene.on > *")].filter(shown);
return { id: scene.id, plan: scene.fields.plan ?? null, request: scene.fields.task ? null : stage.request.request,
	text: scene.fields.task ? document.querySelector("textarea").value.split("\\n")[0] : stage.model.problem.collective + " " + stage.model.problem.network,
	task: scene.fields.task ?? null, nodes: document.querySelectorAll("#net svg > .node").length,
	shows: document.querySelector("#pictures").className, seen, sideways: document.documentElement.scrollWidth > innerWidth,
	machine: scene.fields.task ? null : stage.request.machine, given: scene.fields.machine ?? page.lesson.fields.machine,
	nameless: nameless.map((e) => e.outerHTML.slice(0, 80)), focus: document.activeElement.tagName,
	font: Math.min(...words.filter((e) => e.matches("p, h2")).map((e) => parseFloat(getComputedStyle(e).fontSize))) / innerHeight,
	low: Math.max(...words.map((e) => e.getBoundingClientRect().bottom)) / innerHeight, top: words[0].getBoundingClientRect().top,
	chosen: Boolean(scene.fields.choose) };
"""


class Page:
	"""A lesson in a browser."""

	def __init__(self):
		options = webdriver.ChromeOptions()
		options.binary_location = "/usr/bin/chromium"
		for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
			options.add_argument(word)
		options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
		self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
		self.driver.set_script_timeout(PATIENCE)

	def js(self, script, *arguments):
		return self.driver.execute_script(script, *arguments)

	def find(self, selector):
		return self.driver.find_element(By.CSS_SELECTOR, selector)

	def until(self, what, script, *arguments):
		"""Waits until the script returns something true."""
		end = time.monotonic() + PATIENCE
		while time.monotonic() < end:
			found = self.js(script, *arguments)
			if found:
				return found
			time.sleep(0.03)
		raise AssertionError(f"{what}: not within {PATIENCE} s: " + self.js("return document.getElementById('say').textContent"))

	def size(self, width, height):
		self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
			{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

	def open(self, name, scene=""):
		self.driver.get("about:blank")
		self.driver.get(f"file://{os.path.abspath(LESSONS)}/{name}.html#{scene}")
		self.until(f"{name} ready", "return window.grove && window.grove.ready")

	def forget(self):
		self.js("localStorage.clear()")

	def scenes(self):
		return self.js("return window.grove.page.lesson.scenes.map(({ id, fields, question }) => ({ id, fields, question }))")

	def go(self, number):
		"""Turns on to a scene, from the one before."""
		if number:
			self.js("window.grove.page.acts.next()")
		self.shown(number)

	def shown(self, number):
		self.until(f"scene {number + 1}", "const { page } = window.grove;"
			" return page.shown === page.lesson.scenes[arguments[0]].id && page.scene.id === page.shown", number)

	def jump(self, name, scene):
		self.open(name, scene["id"])
		self.until("the scene", "return window.grove.page.shown === arguments[0]", scene["id"])

	def say(self):
		return self.js("return document.getElementById('say').textContent")

	def why(self):
		return self.js("return document.querySelector('.scene.on .why')?.textContent ?? ''")

	def errors(self):
		return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


def check_look(look, lecture, first):
	where = f"{look['id']}: "
	if look["task"]:
		assert look["text"] == look["task"], where + look["text"]
	else:
		words = look["plan"].split()
		assert look["text"] == f"{words[0]} {words[2]}", where + look["text"]
		assert look["chosen"] or look["request"] == look["plan"], where + look["request"]
		machine = [float(word) for word in look["given"].split()]
		assert look["chosen"] or list(look["machine"].values()) == machine, where + str(look["machine"])
	assert "shows-curve" in look["shows"] or look["nodes"] >= 2, where + "no picture"
	assert look["seen"] >= 0.9, where + f"{look['seen']:.2f} of the picture is on the screen"
	assert not look["sideways"], where + "the page scrolls sideways"
	assert not look["nameless"], where + str(look["nameless"])
	assert first or look["focus"] != "BODY", where + "the focus is lost"
	if lecture:
		assert look["font"] >= 0.03, where + f"text of {look['font']:.3f} of the height"
		assert look["low"] <= 1, where + f"the words end at {look['low']:.2f} of the screen"


def look_at_all(page, size, lecture=False):
	page.size(*size)
	for name in NAMES:
		page.open(name)
		if lecture:
			page.js("window.grove.page.acts.lecture()")
		for number in range(len(page.scenes())):
			page.go(number)
			try:
				check_look(page.js(LOOK), lecture, number == 0)
			except AssertionError as error:
				raise AssertionError(f"{name} {error}") from error
		assert not page.errors(), name


def every_scene_on_a_desk(page):
	"""every scene at 1500x1000: its own plan, the picture beside its words, names, focus"""
	look_at_all(page, DESK)


def every_scene_on_a_laptop(page):
	"""every scene at 1366x768"""
	look_at_all(page, LAPTOP)


def every_scene_in_a_hall(page):
	"""every scene at 1280x720 in lecture mode: large words, nothing below the screen"""
	look_at_all(page, HALL, lecture=True)


def every_scene_on_a_phone(page):
	"""every scene at 390x844: the picture above its words"""
	look_at_all(page, PHONE)


def frozen(page):
	"""Nothing tells the answer before a guess."""
	for place in ("slider", "clock"):
		assert page.js("return getComputedStyle(document.getElementById(arguments[0])).visibility", place) == "hidden"
	assert not page.find("#chart").is_displayed()
	assert "guessed" in page.say(), page.say()
	before = page.js("return window.grove.page.stage.t")
	ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT).perform()
	time.sleep(0.05)
	assert page.js("return window.grove.page.stage.t") == before


def pick(page, node):
	ActionChains(page.driver).move_to_element(page.find(f"#net [data-pick='{node}'] .box")).click().perform()


def answer_question(page, scene):
	"""A wrong answer, with its reason, then the right one."""
	question = scene["question"]
	frozen(page)
	if question["kind"].startswith("draw"):
		for link in question["answer"]:
			for node in link.split(">"):
				pick(page, node)
			page.find(".scene.on [data-do=check]").click()
	else:
		wrong = next(o for o in question["options"] if o["value"] not in question["answer"] and o["value"] != "other")
		for value in (wrong["value"], question["answer"][0]):
			if question["kind"] == "last node":
				pick(page, value)
			else:
				page.find(f".scene.on [data-guess='{value}']").click()
			expected = "Right." if value in question["answer"] else "Not quite."
			page.until(expected, "return document.querySelector('.scene.on .why').textContent.startsWith(arguments[0])", expected)
	page.until("right", "return document.querySelector('.scene.on .why').textContent.startsWith('Right.')")
	page.until("it plays", "return !window.grove.page.stage.frozen")


def predicts_wrong_and_right(page):
	"""every prediction is frozen, is answered wrong with a reason, then right"""
	page.size(*LAPTOP)
	for name in NAMES:
		page.open(name)
		page.forget()
		page.open(name)
		for number, scene in enumerate(page.scenes()):
			page.go(number)
			if not scene["question"]:
				continue
			try:
				answer_question(page, scene)
			except AssertionError as error:
				raise AssertionError(f"{name} {scene['id']}: {error}") from error
	assert not page.errors()


def pieces_of(line, size):
	"""The pieces of a packet's line, as the clicks move them."""
	for block, begin, end in re.findall(r"(\d+)\[(\d+):(\d+)\]", line):
		for at in range(int(begin), int(end), size):
			yield f"{block},{at},{min(at + size, int(end))}"


def moves_of(plan, given, size):
	"""(step, from, to, piece) for each piece of a plan that is not given."""
	step = 0
	for line in plan.split("\n"):
		step = int(line.split()[1]) if line.startswith("step") else step
		packet = re.match(r" *(\d+) -> (\d+)", line)
		if packet and line.strip().split("  ") and " ".join(line.split()) not in given:
			for piece in pieces_of(line, size):
				yield step, packet[1], packet[2], piece


def solve(page, name, press):
	"""Solves a task by presses on pieces, neighbours and the button of the next step."""
	page.open(name)
	number, scene = next((i, s) for i, s in enumerate(page.scenes()) if "task" in s["fields"])
	page.js("window.grove.page.acts.show(arguments[0])", number)
	page.shown(number)
	size = int(scene["fields"].get("pieces") or re.search(r"bytes=(\d+)", scene["fields"]["task"])[1])
	text = page.js("return document.querySelector('textarea').value")
	given = [" ".join(line.split()) for line in text.split("\n")]
	with open(f"{LESSONS}/lecturer/{name}.plan", encoding="utf8") as file:
		plan = file.read()
	now = 0
	for step, sender, receiver, piece in moves_of(plan, given, size):
		while now < step:
			press(".scene.on [data-do=step-on]")
			now += 1
			page.until("the step", "return document.querySelector('.scene.on .task-step').textContent === `step ${arguments[0]}`", now)
		before = page.js("return document.querySelector('textarea').value")
		press(f"#net [data-of='{sender}'][data-piece='{piece}']")
		page.until("neighbours", "return document.querySelector('#net .can')")
		press(f"#net [data-to='{receiver}']")
		page.until("a packet", "return document.querySelector('textarea').value !== arguments[0]", before)
	page.until(f"{name} solved", "return document.querySelector('.scene.on .why').textContent.startsWith('Solved')")


def solves_by_mouse(page):
	"""every task is solved by mouse alone"""
	page.size(*DESK)

	def press(selector):
		place = f"{selector} > rect" if "#net" in selector else selector
		ActionChains(page.driver).move_to_element(page.find(place)).click().perform()

	for name in NAMES:
		solve(page, name, press)


def solves_by_keys(page):
	"""every task is solved by keys alone"""
	page.size(*LAPTOP)

	def press(selector):
		page.js("document.querySelector(arguments[0]).focus()", selector)
		ActionChains(page.driver).send_keys(Keys.ENTER).perform()

	for name in NAMES:
		solve(page, name, press)


def write(page, text):
	page.js("const e = document.querySelector('textarea'); e.value = arguments[0];"
		" e.dispatchEvent(new Event('input', { bubbles: true }))", text)


def judges_the_tasks_problem(page):
	"""another problem is refused; a typo keeps the picture and names the line; half a plan is not wrong"""
	page.size(*LAPTOP)
	page.open("01-cost")
	scene = next(s for s in page.scenes() if "task" in s["fields"])
	page.jump("01-cost", scene)
	head = scene["fields"]["task"]
	page.until("the task", "return document.querySelector('textarea')")
	assert page.why().startswith("Nothing yet"), page.why()
	for text, said in ((f"{head}\nstep 0\n  0 -> 1  0[0:4]\n", "Not finished"),
			("send cube:1 destination=1 bytes=1\nstep 0\n  0 -> 1  0[0:1]\n", "another problem"),
			(f"{head}\nstep 0\n  0 -> 3  0[0:8]\n", "A rule is broken"),
			(f"{head}\nstp 0\n", "A rule is broken"),
			(f"{head}\nstep 0\n  0 -> 1  0[0:8]\nstep 1\n  1 -> 3  0[0:8]\n", "volume <= 8, and here it is 16")):
		write(page, text)
		page.until(said, "return document.querySelector('.scene.on .why').textContent.includes(arguments[0])", said)
		assert page.js("return document.querySelectorAll('#net svg > .node').length") == 4, said
		assert page.js("return document.querySelectorAll('#net .packet').length") == 1, said
	assert not page.js("return document.querySelector('#make')"), "no form makes the plan"


def cuts_in_the_picture(page):
	"""cut cables show who is cut off; two cuts that hit all trees leave nobody without the message"""
	page.size(*LAPTOP)
	page.open("05-many-trees")
	scene = next(s for s in page.scenes() if "cut" in s["fields"])
	page.jump("05-many-trees", scene)
	lanes = page.js("return document.querySelectorAll('#net .lane').length")
	for cable in ("0-1", "2-6"):
		page.js("document.querySelector(`[data-cut='${arguments[0]}']`).focus()", cable)
		ActionChains(page.driver).send_keys(Keys.ENTER).perform()
	page.until("both", "return document.getElementById('say').textContent.startsWith('2 cuts')")
	assert "Whole trees left: none" in page.say() and "all 8 machines" in page.say(), page.say()
	assert page.js("return document.querySelectorAll('#net .lane').length") < lanes
	for cable in ("0-1", "2-6", "3-7", "5-7", "6-7"):
		page.js("document.querySelector(`[data-cut='${arguments[0]}']`).dispatchEvent(new MouseEvent('click', { bubbles: true }))", cable)
	page.until("cut off", "return document.getElementById('say').textContent.startsWith('Cut off: 7')")
	assert page.js("return document.querySelector('#net .node.lost').dataset.node") == "7"


def moves_packets(page):
	"""time is dragged: a packet waits grey for its start-up, then travels"""
	page.size(*LAPTOP)
	page.open("01-cost")
	places = []
	for second in (0.5, 1.5, 2.5):
		page.js("const s = document.getElementById('slider'); s.value = arguments[0];"
			" s.dispatchEvent(new Event('input', { bubbles: true }))", second)
		places.append(page.js("const p = document.querySelector('#net .packet');"
			" return [p.classList.contains('wait'), p.getAttribute('transform')]"))
	assert [wait for wait, _ in places] == [True, False, False], places
	assert len({place for _, place in places}) == 3, places


def keeps_progress(page):
	"""what was seen and solved is kept, and the index shows it with the next step"""
	page.size(*LAPTOP)
	page.open("01-cost")
	page.forget()
	page.driver.refresh()
	page.until("ready", "return window.grove && window.grove.ready")
	scene = next(s for s in page.scenes() if s["question"])
	page.jump("01-cost", scene)
	page.find(f".scene.on [data-guess='{scene['question']['answer'][0]}']").click()
	page.until("right", "return document.querySelector('.scene.on .why').textContent.startsWith('Right.')")
	page.jump("01-cost", scene)
	assert page.js("return window.grove.page.stage.frozen") is False
	kept = json.loads(page.js("return localStorage.getItem('grove course')"))
	assert kept["1"]["solved"] == {scene["id"]: "first"}, kept
	page.driver.get(f"file://{os.path.abspath(LESSONS)}/index.html")
	assert "1 solved" in page.js("return document.querySelector('[data-lesson=\"1\"] .state').textContent")
	assert "Go on with 1." in page.find(".next").text


def turns_by_keys(page):
	"""lecture mode: L, arrows and the keys of a clicker turn, space plays, N shows the notes, Esc ends"""
	page.size(*HALL)
	page.open("01-cost")
	for key, number in (("l", 0), (Keys.ARROW_RIGHT, 1), (Keys.PAGE_DOWN, 2), (Keys.PAGE_UP, 1), (Keys.ARROW_LEFT, 0)):
		ActionChains(page.driver).send_keys(key).perform()
		page.shown(number)
	ActionChains(page.driver).send_keys("n").perform()
	assert page.find(".scene.on .notes").is_displayed()
	playing = page.js("return window.grove.page.stage.playing")
	ActionChains(page.driver).send_keys(Keys.SPACE).perform()
	assert page.js("return window.grove.page.stage.playing") != playing
	ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
	assert not page.js("return document.body.classList.contains('lecture')")


def find_barriers(page, scheme):
	page.size(*DESK)
	page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
	with open(AXE, encoding="utf8") as file:
		axe = file.read()
	for name, scene in (("01-cost", "scene-5"), ("05-many-trees", "scene-4"), ("05-many-trees", "scene-6"), ("01-cost", "scene-9")):
		page.jump(name, {"id": scene})
		page.js("window.grove.page.stage.stop()")
		page.js(axe)
		found = page.driver.execute_async_script("const done = arguments[0];"
			" axe.run().then((r) => done(r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3)"
			".map((n) => n.html.slice(0, 120) + ' ' + n.failureSummary).join(' | '))))")
		assert not found, f"{name} {scene}: " + "\n".join(found)


def has_no_barriers_in_light(page):
	"""axe finds no barrier in light colours"""
	find_barriers(page, "light")


def has_no_barriers_in_the_dark(page):
	"""axe finds no barrier in dark colours"""
	find_barriers(page, "dark")


TESTS = [every_scene_on_a_desk, every_scene_on_a_laptop, every_scene_in_a_hall, every_scene_on_a_phone,
	predicts_wrong_and_right, solves_by_mouse, solves_by_keys, judges_the_tasks_problem, cuts_in_the_picture,
	moves_packets, keeps_progress, turns_by_keys, has_no_barriers_in_light, has_no_barriers_in_the_dark]


def main():
	tests = [test for test in TESTS if test.__name__ in CHOSEN]
	print(f"1..{len(tests)}")
	failed = 0
	page = Page()
	try:
		for number, test in enumerate(tests, 1):
			begin = time.monotonic()
			if "barriers" in test.__name__ and not AXE.endswith(".js"):
				print(f"ok {number} - {test.__doc__} # SKIP {AXE}")
				continue
			try:
				test(page)
				print(f"ok {number} - {test.__doc__}")
			except Exception:  # pylint: disable=broad-except
				failed += 1
				print(f"not ok {number} - {test.__doc__}")
				print("# " + traceback.format_exc().replace("\n", "\n# "))
			print(f"# {time.monotonic() - begin:.1f} s", flush=True)
	finally:
		page.driver.quit()
	return 1 if failed else 0


sys.exit(main())
