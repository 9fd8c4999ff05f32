"""Drives the page of `grove explore` in headless Chromium; prints TAP."""
# SPDX-License-Identifier: BSD-2-Clause
#
#	browser_page.py PAGE.html GROVE AXE.js|REASON

import json
import os
import statistics
import subprocess
import sys

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from page_driver import Browser, run

PAGE, GROVE, AXE = sys.argv[1:4]
LIMIT = 500_000  # bytes of the page
LOOSE = "broadcast nesbt cube:3 --bytes 24 --packet 4"


def command(*words, text=""):
	"""Runs the native command; returns its output."""
	return subprocess.run([GROVE, *words], input=text, capture_output=True, text=True, check=False).stdout


class Page(Browser):
	"""The page in a browser."""

	def open(self, address=""):
		super().open(PAGE, address)

	def state(self, name):
		return self.js("return window.grove.state[arguments[0]]", name)

	def set(self, **patch):
		self.js("window.grove.state.set(arguments[0])", patch)

	def said(self):
		return self.js("return document.querySelector('#verdict .said').textContent")

	def text(self):
		return self.js("return document.getElementById('plan').value")

	def model(self, field):
		return self.js(f"return window.grove.state.model.{field}")


# ---- The tests ----


def opens_without_requests(page):
	"""one file under 500 KB, which opens from file:// and asks for nothing"""
	size = os.path.getsize(PAGE)
	page.logs("performance")
	page.open()
	messages = [json.loads(entry["message"])["message"] for entry in page.logs("performance")]
	asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
	foreign = [url for url in asked if not url.startswith(("data:", "blob:", "file://" + os.path.abspath(PAGE)))]
	print(f"# the page has {size} bytes")
	assert size < LIMIT, size
	assert any(url.startswith("file:") for url in asked), asked
	assert not foreign, foreign
	assert "Right" in page.said(), page.said()


def steps_to_the_end_and_back(page):
	"""step to the end and back by the buttons"""
	page.open()
	steps = page.model("steps")
	for expected in range(steps):
		page.click("[data-do=next]")
		assert page.state("step") == expected
		moving = page.js("return document.querySelectorAll('#networks .packet').length")
		assert moving == page.js("const s = window.grove.state;"
			" return s.model.transfers.filter((t) => t.step === s.step).length"), moving
	full = page.js("return document.querySelectorAll('#networks .holdings .held').length")
	for _ in range(steps):
		page.click("[data-do=back]")
	begin = page.js("return document.querySelectorAll('#networks .holdings .held').length")
	assert page.state("step") == -1
	assert full == 8 * begin, (full, begin)


def judges_what_is_typed(page):
	"""a line is typed that breaks a rule: the verdict is the command's; undo mends the plan"""
	page.open()
	before = page.text()
	area = page.find("#plan")
	area.click()
	area.send_keys(Keys.CONTROL, Keys.END)
	area.send_keys("step 5\n  0 -> 7  0[0:4]\n")
	page.until("wrong", "return document.getElementById('verdict').className === 'wrong'")
	page.until("the last key", "return window.grove.state.model.text === document.getElementById('plan').value")
	native = json.loads(command("verify", "-", "--json", text=page.text()))
	assert native["ok"] is False and page.model("verdict") == native
	listed = page.js("return document.querySelector('#verdict .list').textContent")
	for violation in native["violations"]:
		assert violation["text"] in listed, (violation, listed)
	assert page.js("return document.querySelectorAll('#networks .node.faulty').length") >= 1
	while page.text() != before:
		text = page.text()
		page.click("[data-do=undo]")
		page.until("undone", "return document.getElementById('plan').value !== arguments[0]", text)
	page.until("right", "return document.getElementById('verdict').className === 'right'")


def reads_json_into_the_form(page):
	"""a plan as JSON becomes text, and the form above shows the heading"""
	page.open()
	request = "send bfs gh:2x3 --bytes 12 --ports single --destination 4"
	json_text = command("plan", *request.split(), "--json")
	page.js("const e = document.getElementById('plan'); e.value = arguments[0];"
		" e.dispatchEvent(new Event('input'))", json_text)
	page.until("text", "return document.getElementById('plan').value.startsWith('send bfs gh:2x3')")
	assert page.model("verdict") == json.loads(command("verify", "-", "--json", text=json_text))
	shown = page.js("return ['collective', 'algorithm', 'network', 'bytes', 'ports', 'more']"
		".map((name) => document.getElementById('make').elements[name].value)")
	assert shown[:5] == ["send", "bfs", "gh:2x3", "12", "single"] and "--destination 4" in shown[5], shown
	page.click("#make [type=submit]")
	page.until("the same plan", "return window.grove.state.model.request?.startsWith('send bfs gh:2x3')")
	assert page.model("transfers.length") == len(json.loads(json_text)["transfers"])


def writes_by_clicks(page):
	"""a click on a node and another on a neighbour write a packet, until the plan is right"""
	page.open("a=broadcast+sbt+cube:2+--bytes+8")
	page.js("const e = document.querySelector('textarea'); e.value = 'broadcast cube:2 bytes=8\\n';"
		" e.dispatchEvent(new Event('input', { bubbles: true }))")
	page.until("an empty plan", "return window.grove.state.model.transfers.length === 0")
	for step, packets in ((0, [(0, 1)]), (1, [(0, 2), (1, 3)])):
		page.set(step=step)
		for packet in packets:
			count = page.model("transfers.length")
			for node in packet:
				page.click(f"#networks [data-node='{node}'] rect")
			page.until("a packet", "return window.grove.state.model.transfers.length === arguments[0] + 1", count)
	assert page.model("verdict.ok") is True, page.text()
	page.click("#networks [data-node='3'] rect")
	page.click("#networks [data-node='2'] rect")
	page.until("nothing to send", "return document.getElementById('write').textContent.includes('holds nothing that')")


def moves_tau(page):
	"""tau moves, and all times with tau"""
	page.open()
	page.set(tau=0.001)
	slider = page.find("#panel-cost [name=tau]")
	for _ in range(5):
		slider.send_keys(Keys.ARROW_RIGHT)
	page.until("another tau", "const { tau, model } = window.grove.state; return tau > 0.001 &&"
		" tau === Number((10 ** arguments[0].value).toPrecision(2)) && model.figures.tau === tau", slider)
	beta, tau = page.state("beta"), page.state("tau")
	native = json.loads(command("simulate", "-", "--json", "--beta", str(beta), "--tau", str(tau), text=page.text()))
	assert page.model("figures") == native, (page.model("figures"), native)
	said = page.js("return document.querySelector('#panel-cost .said strong').textContent")
	assert said == f"{native['time_sync_s']:.4g} s", (said, native["time_sync_s"])
	page.until("curves", "return document.querySelectorAll('#panel-cost .curves svg').length === 2")


def breaks_a_link(page):
	"""a click on a link breaks the link: the command says who is cut off, and plans around"""
	page.open("a=broadcast+bfs+cube:3+--bytes+8")
	page.click("#networks [data-link='0-1'] .line")
	page.until("broken", "return window.grove.state.broken.join() === '0-1'")
	page.until("answer", "return document.querySelector('#panel-broken .answer strong')")
	broken = page.text().replace("cube:3", "cube:3~0-1", 1)
	lacks = {node for node, *_ in json.loads(command("plan", "-", "--holds", "--json", text=broken))["lacks"]}
	said = page.js("return document.querySelector('#panel-broken .answer').textContent")
	assert lacks and f"{8 - len(lacks)} of 8 nodes get all" in said, (lacks, said)
	assert page.find("#networks [data-link='0-1']").get_attribute("class") == "broken"
	page.click("#panel-broken [data-do=bfs]")
	page.until("a plan around", "return window.grove.state.model.problem.network === 'cube:3~0-1'")
	assert page.model("verdict.ok") is True


def judges_ports(page):
	"""the judge is asked under another model of ports, and the plan is made to obey"""
	page.open()
	button = "#panel-ports [data-ports=single][data-duplex=full]"
	page.until("verdicts", "return document.querySelector(arguments[0])", button)
	assert page.find(button).text.startswith("no"), page.find(button).text
	page.click(button)
	page.click("#panel-ports [data-do=obey]")
	page.until("a plan for single ports", "return window.grove.state.model.problem.ports === 'single'")
	page.until("its verdicts", "return document.querySelector(arguments[0])?.textContent === 'yes'", button)


def compares_two_plans(page):
	"""two plans side by side on one clock"""
	page.open()
	page.click("[data-plan='1']")
	form = page.find("#make [name=algorithm]")
	form.clear()
	form.send_keys("sbt", Keys.ENTER)
	page.until("plan B", "return window.grove.state.models[1]?.request?.includes('sbt')")
	rows = page.js("return [...document.querySelectorAll('#pair tbody tr')].map((r) => r.textContent)")
	first, second = (json.loads(command("simulate", *words.split(), "--json")) for words in
		(LOOSE, page.js("return window.grove.state.models[1].request")))
	assert f"steps{first['steps']}{second['steps']}" in rows[0], rows
	assert page.js("return document.querySelectorAll('#networks figure:not([hidden]) svg').length") == 2
	page.click("[data-do=last]")
	assert page.state("step") == max(first["steps"], second["steps"]) - 1


def keeps_state_in_the_address(page):
	"""the address brings the moment back after a reload"""
	page.open("a=scatter+sbt+cube:3+--bytes+8&tau=0.25")
	page.set(step=1, rows="node", broken=["0-2"])
	page.until("the address", "return /step=1/.test(location.hash) && /rows=node/.test(location.hash)")
	plan = page.text()
	page.driver.refresh()
	page.until("ready", "return window.grove && window.grove.ready")
	names = ("step", "rows", "tau", "broken")
	assert [page.state(name) for name in names] == [1, "node", 0.25, ["0-2"]], [page.state(n) for n in names]
	assert page.text() == plan


def works_by_keyboard(page):
	"""the keyboard alone: steps, every panel is reached, a link breaks"""
	page.open()
	keys = ActionChains(page.driver, duration=0)
	keys.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT).perform()
	assert page.state("step") == 0, page.state("step")
	ActionChains(page.driver, duration=0).send_keys(Keys.END).perform()
	assert page.state("step") == page.model("steps") - 1
	page.until("panels", "return document.querySelector('#panel-ports table') &&"
		" document.querySelector('#panel-broken [data-do=toggle]')")
	reached = set()
	for _ in range(90):
		keys = ActionChains(page.driver, duration=0)
		if any(panel == "panel-ports" for panel, _ in reached):
			keys.key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
		else:
			keys.send_keys(Keys.TAB).perform()
		place = page.js("const e = document.activeElement, d = e.dataset;"
			" return [e.closest('[id]')?.id, e.name || d.do || '']")
		reached.add(tuple(place))
		if place[1] == "toggle" and any(panel == "panel-ports" for panel, _ in reached):
			break
	assert {"make", "time", "text", "plan", "panel-cost", "panel-ports", "panel-broken"} <= {p for p, _ in reached}, reached
	ActionChains(page.driver, duration=0).send_keys(Keys.ENTER).perform()
	page.until("broken", "return window.grove.state.broken.length === 1")
	page.until("answer", "return document.querySelector('#panel-broken .answer strong')")
	page.until("the focus stays", "return document.activeElement.dataset.do === 'toggle'")


def find_barriers(page, scheme):
	page.media("prefers-color-scheme", scheme)
	page.open("a=broadcast+nesbt+cube:3+--bytes+24+--packet+4&b=broadcast+bfs+cube:3+--bytes+24&step=2&broken=0-1")
	page.until("panels", "return document.querySelectorAll('#panel-cost .curves svg').length === 2 &&"
		" document.querySelector('#panel-ports table')")
	found = page.barriers(AXE)
	assert not found, "\n".join(found)


def has_no_barriers_in_light(page):
	"""axe finds no barrier in light colours"""
	find_barriers(page, "light")


def has_no_barriers_in_the_dark(page):
	"""axe finds no barrier in dark colours"""
	find_barriers(page, "dark")


def logs_no_error(page):
	"""no error was logged"""
	wrong = page.errors()
	assert not wrong, wrong


def print_redraws(page):
	"""Prints how long the redraw of a step takes, which depends on the machine."""
	for nodes, request in ((64, "broadcast+nesbt+cube:6"), (120, "broadcast+mst+star:5")):
		page.open(f"a={request}+--bytes+600+--packet+300")
		times = []
		for step in range(min(12, page.model("steps"))):
			page.set(step=step)
			times.append(page.js("return window.grove.lastRedrawMs"))
		packets = page.js("return window.grove.state.model.transfers.length")
		print(f"# a step of {nodes} nodes, {packets} packets: median {statistics.median(times):.0f} ms, "
			f"most {max(times):.0f} ms")


TESTS = [opens_without_requests, steps_to_the_end_and_back, judges_what_is_typed,
	reads_json_into_the_form, writes_by_clicks, moves_tau, breaks_a_link, judges_ports, compares_two_plans, keeps_state_in_the_address, works_by_keyboard,
	has_no_barriers_in_light, has_no_barriers_in_the_dark, logs_no_error]


def main():
	page = Page((1400, 1000), performance="ALL")
	try:
		failed = run(TESTS, page, AXE)
		print_redraws(page)
	finally:
		page.driver.quit()
	return 1 if failed else 0


sys.exit(main())
