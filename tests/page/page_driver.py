"""A page in headless Chromium, as a hand at the mouse and the keyboard has it; runs tests and prints TAP."""
# SPDX-License-Identifier: BSD-2-Clause

import os
import time
import traceback

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PATIENCE = 60  # seconds until a page that does not answer is a failure


class Browser:
	"""A browser with one page."""

	def __init__(self, size, **logs):
		options = webdriver.ChromeOptions()
		options.binary_location = "/usr/bin/chromium"
		for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
			options.add_argument(word)
		options.set_capability("goog:loggingPrefs", {"browser": "ALL", **logs})
		self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
		self.driver.set_script_timeout(PATIENCE)
		self.size(*size)

	def size(self, width, height):
		self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
			{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

	def media(self, name, value):
		"""Sets what the browser says that its user prefers."""
		self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value}]})

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
			time.sleep(0.005)
		raise AssertionError(f"{what}: not within {PATIENCE} s; errors: {self.errors()}")

	def open(self, file, address=""):
		"""Opens a page anew, and waits until it is ready."""
		self.driver.get("about:blank")
		self.driver.get(f"file://{os.path.abspath(file)}#{address}")
		self.until("ready", "return window.grove && window.grove.ready")

	def input(self, kind, events, **fields):
		"""Hands the browser what a mouse or a keyboard does; selenium's own clicks wait some frames more."""
		for event in events:
			self.driver.execute_cdp_cmd(f"Input.dispatch{kind}Event", {"type": event, **fields})

	def click(self, selector):
		"""Clicks the middle of an element; presses again if the page put another element there meanwhile."""
		for _ in range(5):
			x, y = self.js("addEventListener('click', () => { window.clicked = true; }, { capture: true, once: true });"
				" const e = document.querySelector(arguments[0]); e.scrollIntoView({ block: 'nearest' });"
				" const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]", selector)
			self.input("Mouse", ("mousePressed", "mouseReleased"), x=x, y=y, button="left", clickCount=1)
			if self.js("const { clicked } = window; window.clicked = false; return clicked"):
				return
		raise AssertionError(f"{selector}: no click arrives")

	def enter(self, selector):
		"""Presses the key Enter on an element."""
		assert self.js("const e = document.querySelector(arguments[0]); e.focus(); return e === document.activeElement", selector), selector
		self.input("Key", ("keyDown", "keyUp"), key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")

	def logs(self, kind="browser"):
		return self.driver.get_log(kind)

	def errors(self):
		return [entry["message"] for entry in self.logs() if entry["level"] == "SEVERE"]

	def barriers(self, axe):
		"""Returns the barriers that axe finds, as sentences."""
		with open(axe, encoding="utf8") as file:
			self.js(file.read())
		return self.driver.execute_async_script("const done = arguments[0];"
			" axe.run().then((r) => done(r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3)"
			".map((n) => n.html.slice(0, 120) + ' ' + n.failureSummary).join(' | '))))")


def run(tests, page, axe):
	"""Runs the tests on the page; returns the number of those that failed. axe: a path, or why there is none."""
	print(f"1..{len(tests)}")
	failed = 0
	for number, test in enumerate(tests, 1):
		begin = time.monotonic()
		if "barriers" in test.__name__ and not axe.endswith(".js"):
			print(f"ok {number} - {test.__doc__} # SKIP {axe}")
			continue
		try:
			test(page)
			print(f"ok {number} - {test.__doc__}")
		except Exception:  # pylint: disable=broad-except
			failed += 1
			print(f"not ok {number} - {test.__doc__}")
			print("# " + traceback.format_exc().replace("\n", "\n# "))
		print(f"# {time.monotonic() - begin:.1f} s", flush=True)
	return failed
