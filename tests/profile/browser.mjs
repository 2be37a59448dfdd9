// SPDX-License-Identifier: MIT
// Opens a profile's page in a browser without a window, clicks through it, and compares what it shows with the JSON
// file. Speaks with Chromium through pipes, by its debugging protocol; needs node alone.
// usage: node browser.mjs CHROMIUM PAGE.html FILE.json SCREENSHOT.png
import {spawn} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [chromium, page, json, screenshot] = process.argv.slice(2);
const launches = JSON.parse(readFileSync(json, "utf8"));
const home = mkdtempSync(join(tmpdir(), "simt-page-"));
const browser = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                                 "--host-resolver-rules=MAP * ~NOTFOUND", `--user-data-dir=${home}`, "--window-size=1300,1000",
                                 "--remote-debugging-pipe"], {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
let failed = 0;
function check(good, what) {
  if (good) return;
  ++failed;
  console.error(what);
}

// Messages end in a zero byte, both ways.
const answers = new Map();
let rest = "", last = 0, session;
browser.stdio[4].on("data", (bytes) => {
  const parts = (rest + bytes).split("\0");
  rest = parts.pop();
  for (const part of parts) {
    const answer = JSON.parse(part);
    if (answer.id) answers.get(answer.id)(answer);
  }
});
async function ask(method, params = {}) {
  const id = ++last;
  const answer = await new Promise((done) => {
    answers.set(id, done);
    browser.stdio[3].write(JSON.stringify({id, method, params, sessionId: session}) + "\0");
  });
  if (answer.error) throw new Error(method + ": " + answer.error.message);
  return answer.result;
}
async function value(expression) {
  const r = await ask("Runtime.evaluate", {expression, returnByValue: true});
  if (r.exceptionDetails) throw new Error(expression + ": " + JSON.stringify(r.exceptionDetails));
  return r.result.value;
}

async function compare() {
  const {targetId} = await ask("Target.createTarget", {url: pathToFileURL(resolve(page)).href});
  session = (await ask("Target.attachToTarget", {targetId, flatten: true})).sessionId;
  await ask("Page.enable");
  // (The empty page in front of it is complete as well.)
  const there = "document.readyState == 'complete' && document.querySelectorAll('#list button').length > 0";
  for (let turns = 0; !(await value(there).catch(() => false)); ++turns) {
    if (turns > 500) throw new Error("no page");
    await new Promise(later => setTimeout(later, 20));
  }
  check((await value("document.querySelectorAll('#list button').length")) == launches.length, "not all launches are listed");
  let pictures = 0, stepped = 0;
  for (const [i, launch] of launches.entries()) {
    const shown = await value(`(document.querySelectorAll('#list button')[${i}].click(),
      {title: document.querySelector('h1').textContent, shape: document.querySelector('h1+div').textContent,
       numbers: [...document.querySelectorAll('#numbers tr')].map(r => [...r.cells].map(c => c.textContent)),
       hints: document.querySelectorAll('.hint').length, timeline: document.querySelectorAll('#main svg').length,
       rows: [...document.querySelectorAll('tr.has')].map(r => r.cells[0].textContent),
       like: ${JSON.stringify(launch.metrics)}})`);
    check(shown.title == launch.kernel, `launch ${i} is called ${shown.title}, not ${launch.kernel}`);
    check(shown.shape.includes(`grid ${launch.grid.join(" x ")}, block ${launch.block.join(" x ")}`), `launch ${i}: ${shown.shape}`);
    check(shown.timeline > 0, `launch ${i} has no timeline and no roofline`);
    let compared = 0;
    for (const [, number, name] of shown.numbers) {
      if (!(name in launch.metrics)) continue;
      check(number == await value(`fmt(${launch.metrics[name]})`), `${launch.kernel}: ${name} is ${number}, not ${launch.metrics[name]}`);
      ++compared;
    }
    check(compared > 10, `${launch.kernel}: ${compared} numbers are on the page`);
    const lines = [...new Set(launch.lines.map((l) => String(l.line)))];
    check(lines.every((l) => shown.rows.includes(l)), `${launch.kernel}: lines ${shown.rows}, not ${lines}`);
    for (let row = 0; row < shown.rows.length; ++row) {
      const drawn = await value(`(document.querySelectorAll('tr.has')[${row}].click(), document.querySelectorAll('#picture svg rect').length)`);
      if (drawn > 32) ++pictures;
    }
    if (await value("document.getElementById('steps') !== null")) {
      const at = () => value("document.getElementById('at').value");
      await value("document.getElementById('on').click(), document.getElementById('on').click()");
      const two = await at();
      await value("document.getElementById('back').click()");
      check(two == "2" && (await at()) == "1", `${launch.kernel}: steps ${two}, ${await at()}`);
      ++stepped;
    }
  }
  check(pictures > 0, "no access is drawn");
  check(stepped > 0, "no launch can be stepped through");
  const picture = Buffer.from((await ask("Page.captureScreenshot", {format: "png"})).data, "base64");
  check(picture.length > 10000 && picture.subarray(1, 4).toString() == "PNG", "no screenshot");
  writeFileSync(screenshot, picture);
}

try {
  await Promise.race([compare(), new Promise((_, no) => setTimeout(() => no(new Error("no answer in 200 seconds")), 200000))]);
} catch (e) {
  check(false, String(e));
}
browser.kill("SIGKILL");
browser.on("close", () => {
  try {
    rmSync(home, {recursive: true, force: true});
  } catch { /* its processes still write there */ }
  console.log(failed == 0 ? "the page says what the file does" : `${failed} differences`);
  process.exit(failed == 0 ? 0 : 1);
});
