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

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from page_driver import Browser, run

LESSONS, AXE = sys.argv[1:3]
CHOSEN = sys.argv[3:]
DESK, LAPTOP, HALL, PHONE = (1500, 1000), (1366, 768), (1280, 720), (390, 844)
NAMES = sorted(os.path.basename(path)[:-5] for path in glob.glob(f"{LESSONS}/[0-9]*.html"))

# What a scene's picture shows and where it lies, and whether each control has a name.
LOOK = """
const scene = page.scene, stage = page.stage;
const box = document.querySelector("#pictures").getBoundingClientRect();
const seen = Math.max(0, Math.min(innerHeight, box.bottom) - Math.max(0, box.top)) / box.height;
const nameless = [...document.querySelectorAll("button, input, select, textarea, summary, a, [role=button]")].filter((e) => shown(e) &&
	!(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length || e.title));
const words = [...document.querySelectorAll(".scene.on > *")].filter(shown);
return { id: scene.id, plan: scene.fields.plan ?? null, request: scene.fields.task ? null : stage.request.request,
	text: scene.fields.task ? document.querySelector("textarea").value.split("\\n")[0] : stage.model.problem.collective + " " + stage.model.problem.network,
	task: scene.fields.task ?? null, nodes: document.querySelectorAll("#net svg > .node").length,
	shows: document.querySelector("#pictures").className, seen, sideways: [document.documentElement, document.querySelector("#words")].some((e) => e.scrollWidth > e.clientWidth),
	machine: scene.fields.task ? null : stage.request.machine, given: scene.fields.machine ?? page.lesson.fields.machine,
	nameless: nameless.map((e) => e.outerHTML.slice(0, 80)), focus: document.activeElement.tagName,
	...texts(),
	low: Math.max(...words.map((e) => e.getBoundingClientRect().bottom)) / innerHeight, top: words[0].getBoundingClientRect().top,
	saves: [...document.querySelectorAll("select")].find(shown)?.getAttribute("aria-label"), phone: innerWidth < 800,
	chosen: Boolean(scene.fields.choose) };
"""

# Each text on the screen: the smallest, as a share of the screen's height, and those whose colour stands out too little
# from what is below. A text in a picture lies on the last shape before it that contains its middle; what a light dims
# is not read.
TEXTS = """
const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return [r, g, b, a]; };
const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
const light = (part) => part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4;
const lightness = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
const contrast = (one, other) => { const [a, b] = [lightness(one), lightness(other)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
function fadeOf(e) {
	let fade = 1;
	for (; e instanceof Element; e = e.parentNode)
		fade *= Number(getComputedStyle(e).opacity);
	return fade;
}
function ground(e) {
	const colour = parse(getComputedStyle(e).backgroundColor);
	return colour[3] === 1 || !e.parentElement ? colour.slice(0, 3) : over(colour, ground(e.parentElement));
}
function below(text, shapes) {
	const box = text.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
	let colour = ground(text.ownerSVGElement.parentElement);
	for (const { e, rect } of shapes) {
		if (e.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING)
			break;
		if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom)
			continue;
		const style = getComputedStyle(e), [r, g, b, a] = parse(style.fill);
		colour = over([r, g, b, style.fill === "none" ? 0 : a * Number(style.fillOpacity) * fadeOf(e)], colour);
	}
	return colour;
}
function texts() {
	const found = [];
	for (const svg of document.querySelectorAll("#pictures svg")) {
		const shapes = [...svg.querySelectorAll("rect, circle, path")].filter((e) => shown(e) && !e.closest("defs")).map((e) => ({ e, rect: e.getBoundingClientRect() }));
		for (const e of [...svg.querySelectorAll("text")].filter((text) => shown(text) && !text.closest(".dim")))
			found.push({ e, size: parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a, colour: parse(getComputedStyle(e).fill), under: below(e, shapes) });
	}
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const e = walker.currentNode.parentElement, rect = e.getBoundingClientRect();
		if (walker.currentNode.textContent.trim() && !e.closest("svg, script, style, .unseen, .skip, select") && shown(e) && rect.bottom > 0 && rect.top < innerHeight)
			found.push({ e, size: parseFloat(getComputedStyle(e).fontSize), colour: parse(getComputedStyle(e).color), under: ground(e) });
	}
	const faint = found.map((text) => ({ ...text, contrast: contrast(over([...text.colour.slice(0, 3), text.colour[3] * fadeOf(text.e)], text.under), text.under) }))
		.filter((text) => text.contrast < 4.5);
	const least = found.reduce((a, b) => a.size <= b.size ? a : b);
	return { font: least.size / innerHeight, smallest: least.e.outerHTML.slice(0, 120),
		faint: faint.map(({ e, contrast }) => `${contrast.toFixed(2)} ${e.outerHTML.slice(0, 120)}`).slice(0, 3) };
}
"""

# Turns through all scenes, and looks at each; the page must not scroll sideways at any time of its clock.
WALK = """
const [done] = arguments, { page } = window.grove, { acts, stage, lesson } = page;
const shown = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
%s
const look = () => { %s };
const sideways = (t, seen) => {
	stage.seek(t);
	const { font, smallest, faint } = texts();
	if (font < seen.font)
		Object.assign(seen, { font, smallest });
	seen.faint.push(...faint);
	return document.documentElement.scrollWidth > innerWidth;
};
const turned = async (id) => {
	while (page.shown !== id || page.scene.id !== id)
		await new Promise((resolve) => setTimeout(resolve));
};
(async () => {
	const looks = [];

	for (const { id } of lesson.scenes) {
		if (looks.length)
			acts.next();
		await turned(id);
		const seen = look(), end = stage.model?.timing?.end;

		if (end && !stage.frozen)
			seen.sideways = [0.001, 0.01, 0.1, 0.5, 1].filter((share) => sideways(share * end, seen)).length > 0 || seen.sideways;
		looks.push(seen);
	}
	return looks;
})().then(done, (error) => done(String(error.stack)));
""" % (TEXTS, LOOK)


class Page(Browser):
	"""A lesson in a browser."""

	def open(self, name, scene=""):
		super().open(f"{LESSONS}/{name}.html", scene)

	def rest(self):
		"""Has pictures stand where they would play to, in the pages that are opened from now on."""
		self.media("prefers-reduced-motion", "reduce")

	def forget(self):
		self.js("localStorage.clear()")

	def scenes(self):
		return self.js("return window.grove.page.lesson.scenes.map(({ id, fields, question }) => ({ id, fields, question }))")

	def go(self, number):
		self.js("window.grove.page.acts.show(arguments[0])", number)
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
	assert not look["faint"], where + "too little contrast: " + "; ".join(look["faint"])
	assert not look["nameless"], where + str(look["nameless"])
	assert lecture or look["phone"] or look["saves"] == "Save this picture as", where + "no picture can be saved"
	assert first or look["focus"] != "BODY", where + "the focus is lost"
	if lecture:
		assert look["font"] >= 0.03, where + f"text of {look['font']:.3f} of the height: {look['smallest']}"
		assert look["low"] <= 1, where + f"the words end at {look['low']:.2f} of the screen"


def walk(page, lecture):
	"""Looks at all scenes of the open lesson, from the first."""
	page.js("const { acts } = window.grove.page; if (arguments[0]) { acts.lecture(); acts.show(0); } else scrollTo(0, 0)", lecture)
	page.shown(0)
	looks = page.driver.execute_async_script(WALK)
	assert isinstance(looks, list), looks
	for number, look in enumerate(looks):
		check_look(look, lecture, number == 0)
	assert not page.errors(), page.errors()


def look_at_all(page, sizes):
	"""Looks at all scenes in all sizes; a lesson is opened once. Says what is wrong in which size."""
	wrong = []
	for name in NAMES:
		page.size(*next(iter(sizes.values())))
		page.open(name)
		for place, size in sizes.items():
			page.size(*size)
			page.js("document.documentElement.dataset.theme = arguments[0]", "dark" if "dark" in place else "light")
			try:
				walk(page, place == "in a hall")
			except AssertionError as error:
				wrong.append(f"{name} {place}: {error}")
	assert not wrong, "\n".join(wrong)


def shows_every_scene_on_wide_screens(page):
	"""every scene at 1500x1000, light and dark, and 1366x768: its own plan, the picture beside its words, names, focus"""
	look_at_all(page, {"on a desk": DESK, "in the dark": DESK, "on a laptop": LAPTOP})


def shows_every_scene_on_phone_and_in_hall(page):
	"""every scene at 390x844, and at 1280x720 in lecture mode with large words and nothing below the screen"""
	look_at_all(page, {"on a phone": PHONE, "in a hall": HALL})


def frozen(page):
	"""Nothing tells the answer before a guess."""
	for place in ("slider", "clock"):
		assert page.js("return getComputedStyle(document.getElementById(arguments[0])).visibility", place) == "hidden"
	assert not page.find("#chart").is_displayed()
	assert "guessed" in page.say(), page.say()
	before = page.js("return window.grove.page.stage.t")
	ActionChains(page.driver, duration=0).send_keys(Keys.ARROW_RIGHT).perform()
	time.sleep(0.05)
	assert page.js("return window.grove.page.stage.t") == before


def answer_question(page, scene):
	"""A wrong answer, with its reason, then the right one."""
	question = scene["question"]
	frozen(page)
	if question["kind"].startswith("draw"):
		for link in question["answer"]:
			for node in link.split(">"):
				page.click(f"#net [data-pick='{node}'] .box")
			page.click(".scene.on [data-do=check]")
	else:
		wrong = next(o for o in question["options"] if o["value"] not in question["answer"] and o["value"] != "other")
		for value in (wrong["value"], question["answer"][0]):
			if re.search(" (node|message)", question["kind"]):
				page.click(f"#net [data-pick='{value}'] .box")
			else:
				page.click(f".scene.on [data-guess='{value}']")
			expected = "Right." if value in question["answer"] else "Not quite."
			page.until(expected, "return document.querySelector('.scene.on .why').textContent.startsWith(arguments[0])", expected)
	page.until("right", "return document.querySelector('.scene.on .why').textContent.startsWith('Right.')")
	page.until("it plays", "return !window.grove.page.stage.frozen")


def predicts_wrong_and_right(page):
	"""every prediction is frozen, is answered wrong with a reason, then right"""
	page.size(*LAPTOP)
	page.rest()
	page.open(NAMES[0])
	page.forget()
	for name in NAMES:
		page.open(name)
		for number, scene in enumerate(page.scenes()):
			if not scene["question"]:
				continue
			page.go(number)
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
	page.go(number)
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
	page.rest()

	for name in NAMES:
		solve(page, name, lambda selector: page.click(f"{selector} > rect" if "#net" in selector else selector))


def solves_by_keys(page):
	"""every task is solved by keys alone"""
	page.size(*LAPTOP)
	page.rest()

	for name in NAMES:
		solve(page, name, page.enter)


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
		ActionChains(page.driver, duration=0).send_keys(Keys.ENTER).perform()
	page.until("both", "return document.getElementById('say').textContent.startsWith('2 cuts')")
	assert "Whole trees left: none" in page.say() and "all 8 machines" in page.say(), page.say()
	assert page.js("return document.querySelectorAll('#net .lane').length") < lanes
	for cable in ("0-1", "2-6", "3-7", "5-7", "6-7"):
		page.js("document.querySelector(`[data-cut='${arguments[0]}']`).dispatchEvent(new MouseEvent('click', { bubbles: true }))", cable)
	page.until("cut off", "return document.getElementById('say').textContent.startsWith('Cut off: 7')")
	assert page.js("return document.querySelector('#net .node.lost').dataset.node") == "7"


SAVED = """return window.grove.page.acts.save(arguments[0]).then(async (blob) => {
	if (blob.type !== "image/png")
		return [blob.type, await blob.text()];
	const image = await createImageBitmap(blob), canvas = new OffscreenCanvas(image.width, image.height), paper = canvas.getContext("2d");
	paper.drawImage(image, 0, 0);
	return [blob.type, new Set(new Uint32Array(paper.getImageData(0, 0, image.width, image.height).data.buffer)).size]; })"""


def saves_pictures(page):
	"""a scene is saved as SVG, as PNG, and as a picture in which each packet moves; and so is a task"""
	page.size(*LAPTOP)
	page.open("01-cost")
	kind, text = page.js(SAVED, "svg")
	assert kind == "image/svg+xml" and text.startswith("<svg") and "fill:rgb" in text, text[:200]
	kind, colours = page.js(SAVED, "png")
	assert kind == "image/png" and colours > 10, colours
	kind, text = page.js(SAVED, "moving")
	packets = page.js("return window.grove.page.stage.model.transfers.length")
	assert kind == "image/svg+xml" and text.count("<animateMotion") == packets > 0, (packets, text[:200])
	page.js("const s = document.getElementById('save'); s.value = 'svg'; s.dispatchEvent(new Event('change'))")
	assert page.js("return document.getElementById('save').value") == ""
	scene = next(s for s in page.scenes() if "task" in s["fields"])
	page.jump("01-cost", scene)
	page.until("the task", "return document.querySelector('textarea')")
	write(page, f"{scene['fields']['task']}\nstep 0\n  0 -> 1  0[0:8]\n")
	page.until("a packet", "return document.querySelectorAll('#net .packet').length === 1")
	assert page.js(SAVED, "moving")[1].count("<animateMotion") == 1
	write(page, f"{scene['fields']['task']}\nstp 0\n")
	page.until("judged", "return document.querySelector('.scene.on .why').textContent.startsWith('A rule')")
	page.js("const s = document.getElementById('save'); s.value = 'moving'; s.dispatchEvent(new Event('change'))")
	page.until("what is wrong", "return document.getElementById('say').textContent.startsWith('line 2, column 1: ')")
	assert not page.errors()


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


def shows_the_plan_as_text(page):
	"""the plan as text: a line lights its packet and bar, a packet its line and the words about it"""
	page.size(*LAPTOP)
	page.open("05-many-trees", "scene-4")
	page.js("window.grove.page.acts.text()")
	page.until("the text", "return document.querySelector('#chart .line')")
	count = page.js("const { transfers } = window.grove.page.stage.model; return [document.querySelectorAll('#chart .line').length, transfers.length]")
	assert count[0] == count[1] == 42, count
	page.js("window.grove.page.stage.seek(7)")
	steps = page.js("return [...document.querySelectorAll('#chart .line.now')].map((e) => window.grove.page.stage.model.transfers[e.dataset.packet].step)")
	assert steps and set(steps) == {2}, steps
	over = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))"
	page.js(over, "#chart .line.now")
	assert page.js("return document.querySelectorAll('#net .packet.hot').length") == 1
	page.js("window.grove.page.acts.text()")
	page.until("the chart", "return document.querySelector('#chart .bar')")
	page.open("05-many-trees", "scene-1")
	page.js(over, "#chart .bar")
	assert page.js("return document.querySelector('.scene.on .ref.lit')?.dataset.light") == "row 0-1"
	assert not page.errors()


def keeps_progress(page):
	"""what was seen and solved is kept, and the index shows it with the next step"""
	page.size(*LAPTOP)
	page.open("01-cost")
	page.forget()
	page.driver.refresh()
	page.until("ready", "return window.grove && window.grove.ready")
	scene = next(s for s in page.scenes() if s["question"])
	page.jump("01-cost", scene)
	page.click(f".scene.on [data-guess='{scene['question']['answer'][0]}']")
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
		ActionChains(page.driver, duration=0).send_keys(key).perform()
		page.shown(number)
	ActionChains(page.driver, duration=0).send_keys("n").perform()
	assert page.find(".scene.on .notes").is_displayed()
	playing = page.js("return window.grove.page.stage.playing")
	ActionChains(page.driver, duration=0).send_keys(Keys.SPACE).perform()
	assert page.js("return window.grove.page.stage.playing") != playing
	ActionChains(page.driver, duration=0).send_keys(Keys.ESCAPE).perform()
	assert not page.js("return document.body.classList.contains('lecture')")


def opens_at_once(page):
	"""each lesson and the index are ready within a second, and ask for nothing but themselves"""
	page.size(*LAPTOP)
	page.logs("performance")
	for name in NAMES + ["index"]:
		times = []
		for _ in range(5):
			page.driver.get("about:blank")
			page.driver.get(f"file://{os.path.abspath(LESSONS)}/{name}.html")
			page.until("ready", "return window.grove ? window.grove.ready : document.readyState === 'complete'")
			times.append(page.js("return window.grove?.readyAt ?? performance.timing.loadEventEnd - performance.timing.navigationStart"))
			if times[-1] < 1000:
				break
		assert min(times) < 1000, f"{name}: ready after {times} ms"
	asked = {json.loads(entry["message"])["message"]["params"]["request"]["url"] for entry in page.logs("performance")
		if '"Network.requestWillBeSent"' in entry["message"]}
	own = re.compile("^(about:blank|data:.*|blob:.*|file://.*/(" + "|".join(NAMES + ["index"]) + r")\.html)$")
	assert len(asked) >= len(NAMES) and not [url for url in asked if not own.match(url)], asked


def follow(page):
	"""Follows the link to the explorer; returns the plan's text, step and links there."""
	page.js("document.getElementById('explore').dispatchEvent(new Event('pointerdown'))")
	page.until("an address", "return document.getElementById('explore').href.includes('a=')")
	address = page.js("return document.getElementById('explore').href")
	page.driver.get(address)
	page.until("the explorer", "return window.grove?.ready && window.grove.state?.model")
	return page.js("const { model, step, beta, tau, broken } = window.grove.state; return [model.text, step, beta, tau, broken.join()]")


def opens_the_explorer(page):
	"""the explorer opens with the plan, the choices, the moment, the cuts, and the written plan of a scene"""
	page.size(*LAPTOP)
	page.rest()
	page.open("01-cost", "scene-1")
	page.js("window.grove.page.stage.seek(7)")
	text = page.js("return window.grove.page.stage.model.text")
	assert follow(page) == [text, 2, 1, 0.5, ""]
	page.open("01-cost", "scene-2")
	page.click(".scene.on [data-change=beta][data-by='1']")
	page.until("a choice", "return window.grove.page.stage.request.machine.beta === 2")
	assert follow(page)[2:4] == [2, 0.5]
	page.open("05-many-trees", "scene-6")
	page.js("window.grove.page.stage.toggleCut('0-1')")
	assert follow(page)[4] == "0-1"
	page.open("09-corners", "scene-7")
	page.until("the task", "return document.querySelector('textarea')")
	text = page.js("return document.querySelector('textarea').value")
	assert follow(page)[:2] == [text, 0]


def is_embedded(page):
	"""an address with ?embed is a picture and its clock, at the moment of t; and so is one of the explorer"""
	page.size(640, 420)
	folder = f"file://{os.path.abspath(LESSONS)}"
	for address in (f"{folder}/01-cost.html?embed&t=7#scene-3", f"{folder}/explorer.html?embed#a=broadcast+nesbt+cube:3+--bytes+24&step=2"):
		page.driver.get("about:blank")
		page.driver.get(address)
		page.until("ready", "return window.grove && window.grove.ready")
		shown = page.js("return [...document.querySelectorAll('#words, header, #edit, .panel')].filter((e) => e.checkVisibility()).length")
		box = page.js("const b = document.querySelector('#net svg, #networks svg').getBoundingClientRect(); return [b.left, b.right, b.height]")
		assert shown == 0 and box[0] >= 0 and box[1] <= 640 and box[2] > 120, (address, shown, box)
		assert page.js("return document.documentElement.scrollWidth <= innerWidth"), address
	page.driver.get("about:blank")
	page.driver.get(f"{folder}/01-cost.html?embed&t=7#scene-3")
	page.until("the moment", "return window.grove?.ready && window.grove.page.stage.t === 7")


PAPER = """
const pictures = (section) => section.querySelectorAll(".still svg[viewBox]").length;
const { scenes } = window.grove.page.lesson, sheet = document.getElementById("sheet");
return { bare: scenes.filter(({ id }) => !pictures(document.getElementById(id))).map(({ id }) => id),
	exercises: [...sheet?.querySelectorAll(".exercise") ?? []].map((e) => [pictures(e), e.querySelectorAll(".blank-chart, .ruled").length]),
	moved: [...sheet?.querySelectorAll(".packet, .bar") ?? []].filter((e) => e.checkVisibility({ visibilityProperty: true })).length,
	shown: [...document.querySelectorAll("main *")].filter((e) => e.checkVisibility()).map((e) => e.id || e.className).join(" "),
	told: scenes.filter(({ question }) => question).filter(({ question }) => question.options.some(({ reason }) => sheet?.textContent.includes(reason))).length,
	answers: document.getElementById("answers")?.textContent ?? "" };
"""


def prints(page):
	"""on paper each scene has its pictures and answers come last; a sheet has blank networks and charts, and no answer"""
	page.size(*LAPTOP)
	for name in NAMES:
		page.open(name, "print")
		page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
		look = page.js(PAPER)
		assert not look["bare"], f"{name}: no picture in {look['bare']}"
		for scene in page.scenes():
			for value in scene["question"]["answer"] if scene["question"] and len(scene["question"]["answer"]) == 1 else []:
				assert value in look["answers"] or "least" in scene["question"]["kind"], f"{name} {scene['id']}: {value}"
		assert "answers" in look["shown"] and "stage" not in look["shown"].split() and "task-tools" not in look["shown"], look["shown"]
		page.open(name, "sheet")
		look = page.js(PAPER)
		assert "answers" not in look["shown"] and "exercise" in look["shown"], f"{name}: {look['shown']}"
		tasks = [pictures for pictures, tables in look["exercises"] if pictures and tables]
		assert len(tasks) == 3 and min(tasks) >= 2 and not look["moved"] and not look["told"], f"{name}: {look}"
		page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
	assert not page.errors()


def find_barriers(page, scheme):
	page.size(*DESK)
	page.media("prefers-color-scheme", scheme)
	for name, scene in (("01-cost", "scene-5"), ("05-many-trees", "scene-4"), ("05-many-trees", "scene-6"), ("01-cost", "scene-9")):
		page.jump(name, {"id": scene})
		page.js("window.grove.page.stage.stop()")
		found = page.barriers(AXE)
		assert not found, f"{name} {scene}: " + "\n".join(found)


def has_no_barriers_in_light(page):
	"""axe finds no barrier in light colours"""
	find_barriers(page, "light")


def has_no_barriers_in_the_dark(page):
	"""axe finds no barrier in dark colours"""
	find_barriers(page, "dark")


TESTS = [shows_every_scene_on_wide_screens, shows_every_scene_on_phone_and_in_hall, predicts_wrong_and_right, solves_by_mouse, solves_by_keys, judges_the_tasks_problem, cuts_in_the_picture,
	moves_packets, saves_pictures, shows_the_plan_as_text, keeps_progress, turns_by_keys, opens_at_once, opens_the_explorer, is_embedded, prints, has_no_barriers_in_light, has_no_barriers_in_the_dark]


def main():
	page = Page(DESK, performance="ALL")
	try:
		return 1 if run([test for test in TESTS if test.__name__ in CHOSEN], page, AXE) else 0
	finally:
		page.driver.quit()


sys.exit(main())
