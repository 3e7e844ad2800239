// The explorer: holds a game, shows the position looked at, and asks the server for everything it knows.

import { shareLink, recordText, trouble, NewGame, shown } from "./dialogs.js";
import { $, announce, make, many } from "./dom.js";
import { Game } from "./game.js";
import { showHistory } from "./history.js";
import { listenToKeys, themeFromChoice } from "./keys.js";
import { packed, unpacked } from "./link.js";
import { Moves } from "./moves.js";
import { PERSON, Players } from "./players.js";
import { ask, get, Problem, send } from "./server.js";
import { Table } from "./table.js";
import { rule, whyNot } from "./why.js";

const PREVIEW = 220; // milliseconds until a move that is looked at is shown on the table

let game = null;
let players = null;
let newGame = null;
let look = null; // what the server told of the position looked at
let flaw = null; // what is wrong with the record that was opened
let kept = null; // the thing that is pointed at, and stays so
let seen = null; // the game, the position in it and who plays, as they are shown
let acts = 0; // counts what was begun that changes them
let turn = 0; // counts what was asked for: answers that come too late are dropped
let stale = true; // whether what is shown is not the position looked at: what is clicked then is not meant for it
let run = 0; // counts how often bots and chance were set going: only the last time goes on
let running = false; // whether they are at it
let resting = 0;

const moves = new Moves(playMove, previewMove);
const table = new Table(point);

// --- showing

function wait(waiting) {
  stale = waiting;
  clearTimeout(resting);
  if (waiting) $("moves").setAttribute("aria-busy", "true");
  else $("moves").removeAttribute("aria-busy");
}

async function show({ tell = "" } = {}) {
  const now = ++turn;
  wait(true);
  const told = await ask("/explorer/look", { state: game.state, last: game.last });
  if (now !== turn) return;
  look = told;
  seen = { game, at: game.at, players: players.chosen };
  document.title = `${look.title} · towerup explorer`;
  $("game-title").textContent = look.title;
  $("told").textContent = look.told;
  $("at").textContent = `${game.at} / ${game.steps.length}`;
  players.show(look.seats);
  showParts(look.parts);
  showMoves();
  showHistory(game, look.seats, (at) => moveTo(at));
  showFlaw();
  showOutcome();
  for (const [name, off] of Object.entries({
    first: !game.at, undo: !game.at, back: !game.at,
    last: game.atEnd, redo: game.atEnd, forward: game.atEnd, save: !game.header,
  })) {
    document.querySelector(`[data-do="${name}"]`).disabled = off;
  }
  wait(false);
  if (kept) await showWhy(kept.what, kept.which, true);
  announce([tell, look.told].filter(Boolean).join(". "));
}

function showParts(parts) {
  const can = (what, which) => look.things[`${what}/${which}`] || 0;
  table.show(parts, can, kept);
}

function showMoves() {
  const persons = players.decides(look.actor);
  $("moves-title").textContent = look.actor === null ? "Moves" : `${many(look.legal, "legal move")}`;
  $("captions").replaceChildren();
  $("said").replaceChildren();
  $("go").hidden = look.actor === null || persons || running;
  $("say").hidden = look.actor === null;
  const who = look.actor === "chance" ? "chance" : look.seats[look.actor];
  $("menu").replaceChildren(
    ...(look.actor === null
      ? [make("p", {}, "The game is over.")]
      : [
          make("p", { class: "note" }, persons ? `${who} decides.` : `${who} plays by itself; any move can be chosen all the same.`),
          moves.tree(look.menu),
        ]),
  );
}

function showFlaw() {
  const here = flaw && game.at === flaw.at;
  $("flaw").hidden = !here;
  if (!here) return;
  const place = flaw.column === null ? `line ${flaw.line}` : `line ${flaw.line}, column ${flaw.column}`;
  $("flaw-title").textContent = `The record goes wrong here: ${place}`;
  $("flaw-body").replaceChildren(
    make("p", { class: "message" }, flaw.why),
    ...(flaw.tried && !flaw.why.includes(flaw.tried) ? [make("p", {}, "Tried was ", make("code", {}, flaw.tried), ".")] : []),
    ...flaw.violations.map((one) => rule(one)),
    ...flaw.differences.map((one) => make("p", {}, make("code", {}, one))),
    ...(flaw.near.length
      ? [make("p", {}, "Legal and near it: ", ...flaw.near.flatMap((one, n) => [n ? ", " : "", make("code", {}, one)]), ".")]
      : []),
    make("p", { class: "note" }, "Shown is the last position that can be reached. The game can go on from here."),
  );
}

function showOutcome() {
  $("outcome").hidden = look.outcome === null;
  if (look.outcome === null) return;
  const best = Math.max(...look.scores.map(([points]) => points));
  $("outcome-body").replaceChildren(
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "player"), make("th", { scope: "col" }, "points"))),
      make(
        "tbody",
        {},
        ...look.scores.map(([points, ...ties], seat) =>
          make(
            "tr",
            { class: points === best ? "best" : null },
            make("th", { scope: "row" }, look.seats[seat]),
            make("td", {}, String(points), ties.length ? make("small", {}, ` (ties: ${ties.join(", ")})`) : null),
          ),
        ),
      ),
    ),
    make("details", {}, make("summary", {}, "In full"), plain(look.outcome)),
  );
}

/** Any value, to be read. */
function plain(value) {
  if (value === null || typeof value !== "object") return document.createTextNode(String(value));
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== "object")) {
    return document.createTextNode(value.join(", ") || "none");
  }
  return make(
    "dl",
    { class: "plain" },
    ...Object.entries(value).flatMap(([key, inner]) => [
      make("dt", {}, Array.isArray(value) ? look.seats[key] || key : key.replaceAll("_", " ")),
      make("dd", {}, plain(inner)),
    ]),
  );
}

// --- pointing

async function point(what, which, stays) {
  if (stale || (!stays && kept)) return;
  if (stays) kept = { what, which };
  await lookedAt(() => showWhy(what, which, stays));
}

async function showWhy(what, which, stays) {
  const now = turn;
  const told = await ask("/explorer/why", { state: game.state, what, which });
  if (now !== turn || (!stays && kept)) return;
  table.mark(what, which);
  $("why-title").textContent = `${which}: ${told.legal ? many(told.legal, "legal move") : "no legal move"}`;
  $("why-body").replaceChildren(...whyNot(told, moves));
  $("why").classList.remove("empty");
  $("why").scrollTop = 0;
  if (stays) $("side").scrollTop = 0;
  if (stays) {
    const rules = told.refused.flatMap((one) => one.violations).map((one) => one.rule);
    const against = rules.length ? `; against it ${[...new Set(rules)].join(", ")}` : "";
    announce(`${what} ${which}: ${many(told.legal, "legal move")}${against}`);
  }
}

function unpoint() {
  const had = $("why").contains(document.activeElement);
  emptyWhy();
  if (had) table.focus();
}

function emptyWhy() {
  kept = null;
  table.mark(null, null);
  $("why").classList.add("empty");
  $("why-title").textContent = "Why not?";
  $("why-body").replaceChildren();
}

// --- playing

async function playMove(action) {
  if (stale) return;
  wait(true);
  await guarded(async () => {
    const step = await ask("/explorer/play", { state: game.state, action });
    await taken(step);
    await goOn();
  });
}

async function taken(step) {
  game.add(step);
  emptyWhy();
  const name = step.actor === "chance" ? "chance" : look?.seats[step.actor];
  await show({ tell: `${name}: ${step.notation}` });
}

/** Bots and chance play until a person is to decide, or somebody looks elsewhere. */
async function goOn() {
  const mine = ++run;
  running = true;
  try {
    while (players.automatic(game.next)) {
      const now = turn;
      const seed = `${players.seed}/${game.at}`;
      const chance = game.next === "chance";
      if (!chance) $("told").textContent = `${look.seats[game.next]} thinks…`;
      const step = chance
        ? await ask("/explorer/deal", { state: game.state, seed })
        : await ask("/explorer/bot", { state: game.state, player: players.of(game.next), seed });
      if (mine !== run || now !== turn) break; // meanwhile somebody went elsewhere
      if (chance && players.automatic(step.next)) {
        wait(true);
        game.add(step);
      } else {
        await taken(step);
      }
      if (mine !== run) break;
    }
  } finally {
    if (mine === run) {
      running = false;
      $("go").hidden = !players.automatic(game.next);
    }
  }
}

async function previewMove(action) {
  clearTimeout(resting);
  if (stale) return;
  if (!action) {
    if ($("captions").childElementCount) {
      $("captions").replaceChildren();
      showParts(look.parts);
    }
    return;
  }
  const now = turn;
  resting = setTimeout(() => {
    ask("/explorer/preview", { state: game.state, action, last: game.last })
      .then((told) => {
        if (now !== turn || stale) return;
        showParts(told.parts);
        $("captions").replaceChildren(make("ul", {}, ...told.captions.map((one) => make("li", {}, one))));
      })
      .catch(() => {}); // a preview that does not come is not missed
  }, PREVIEW);
}

async function say(text) {
  if (stale) return;
  await lookedAt(async () => {
    let told;
    try {
      told = await ask("/explorer/say", { state: game.state, text });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "wrong-form") throw error;
      $("said").replaceChildren(make("p", { class: "message" }, error.message));
      return;
    }
    if (told.violations.length) {
      $("said").replaceChildren(
        make("p", { class: "message" }, make("code", {}, told.notation), " is not legal here."),
        ...told.violations.map((one) => rule(one)),
      );
      return;
    }
    $("typed").value = "";
    await playMove(told.action);
    $("typed").focus();
  });
}

// --- moving through the game

async function moveTo(at) {
  if (!game || at === game.at) return;
  run += 1;
  running = false;
  game.jump(at);
  await guarded(() => show());
}

const decides = (actor) => actor === null || players.decides(actor);

// --- beginning and opening

async function begun(header, state, next, steps, seats, chance, seed) {
  game = new Game(header, state, next, steps);
  players.begin(seats, chance, seed);
  emptyWhy();
  await show();
}

/** Another game is wanted: what goes on is left. */
function leave() {
  run += 1;
  running = false;
  turn += 1;
  wait(true);
}

async function begin({ game: name, edition, players: count, seats, chance, seed }) {
  leave();
  const { header } = await ask("/explorer/begin", { game: name, edition, players: count });
  const { state, actor } = await ask("/v1/start", { header });
  flaw = null;
  await begun(header, state, actor, [], seats, chance, seed);
  await goOn();
}

/** A record, or a state, as text. */
async function open(text) {
  leave();
  const state = asState(text);
  if (state) {
    const told = await ask("/v1/start", { state });
    flaw = null;
    await begun(null, told.state, told.actor, [], [], "dealt", "");
    return;
  }
  const told = await send("/explorer/open", text);
  if (!told.state) throw new Problem({ detail: `Line ${told.flaw.line}: ${told.flaw.why}` });
  flaw = told.flaw && { ...told.flaw, at: told.steps.length };
  await begun(told.header, told.state, told.next, told.steps, [], "dealt", "");
  if (flaw) $("flaw-title").focus();
  else await moveTo(0);
}

function asState(text) {
  try {
    const value = JSON.parse(text);
    return value?.format === "towerup-state" ? value : null;
  } catch {
    return null;
  }
}

/** The game that a link holds, looked at where the link was made. */
async function openLink(hash) {
  const held = await unpacked(hash);
  if (!held) return false;
  leave();
  flaw = null;
  if (held.header) {
    const lines = [held.header, ...held.actions].map((line) => JSON.stringify(line)).join("\n");
    const told = await send("/explorer/open", lines);
    if (told.flaw) throw new Problem({ detail: `The link holds a game that cannot be: ${told.flaw.why}` });
    await begun(told.header, told.state, told.next, told.steps, [], "dealt", "");
    return true;
  }
  const told = await ask("/v1/start", { state: held.state });
  const since = new Game(null, told.state, told.actor);
  for (const { action } of held.actions) since.add(await ask("/explorer/play", { state: since.state, action }));
  await begun(null, told.state, told.actor, since.steps, [], "dealt", "");
  return true;
}

function save() {
  if (stale) return;
  const lines = game.lines();
  if (look.outcome) lines.push(JSON.stringify({ outcome: look.outcome }));
  const link = make("a", {
    href: URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" })),
    download: `${look.game}-${game.at}.jsonl`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
  announce(`Saved ${many(game.at, "action")}`);
}

// --- what can be done from anywhere

const ACTS = {
  new: async () => {
    const chosen = await newGame.choose();
    if (chosen) await begin(chosen);
  },
  open: async () => {
    const text = await recordText();
    if (text !== null) await open(text);
  },
  save: () => game?.header && save(),
  share: async () => {
    if (!stale) await shareLink(`${location.origin}/#${await packed(game)}`);
  },
  keys: () => shown("keys-dialog"),
  first: () => moveTo(0),
  last: () => game && moveTo(game.steps.length),
  back: () => game && moveTo(game.at - 1),
  forward: () => game && moveTo(game.at + 1),
  undo: () => game && moveTo(game.decision(-1, decides)),
  redo: () => game && moveTo(game.decision(1, decides)),
  go: () => game && goOn(),
  unpoint,
  "to-table": () => table.focus(),
  "to-moves": () => ($("menu").querySelector("summary, button") || $("moves")).focus(),
  "to-typing": () => $("typed").focus(),
  "to-why": () => $("why-title").focus(),
  "to-history": () => ($("steps").querySelector("[aria-current]") || $("history")).focus(),
};

/** What goes wrong is told, and the page goes on with what it shows. */
async function guarded(act) {
  const mine = ++acts;
  try {
    await act();
  } catch (error) {
    if (mine === acts && seen) {
      game = seen.game;
      game.jump(seen.at);
      players.chosen = seen.players;
      running = false;
      $("go").hidden = !players.automatic(game.next);
      wait(false);
    }
    if (!(error instanceof Problem)) throw error;
    await trouble(error);
  }
}

/** The same for what changes nothing: it is not worth a dialog while something else goes on. */
async function lookedAt(act) {
  const now = turn;
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (now === turn) await trouble(error);
  }
}

async function main() {
  themeFromChoice();
  const offer = await get("/explorer/games");
  newGame = new NewGame(offer);
  players = new Players(offer.bots, () => guarded(async () => {
    if (!game) return;
    await show();
    if (game.atEnd) await goOn();
  }));
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => guarded(ACTS[button.dataset.do]));
  }
  $("say").addEventListener("submit", (event) => {
    event.preventDefault();
    if ($("typed").value.trim()) say($("typed").value);
  });
  listenToKeys((name) => guarded(ACTS[name]));
  addEventListener("hashchange", () => guarded(() => openLink(location.hash)));
  let there = false;
  await guarded(async () => {
    there = await openLink(location.hash);
    if (!there && document.documentElement.dataset.opened) {
      await open(await (await fetch("/explorer/opened.jsonl")).text());
      there = true;
    }
  });
  if (!there) {
    const [first] = offer.games;
    const [edition] = first.editions;
    const count = edition.players[0];
    const seats = Array.from({ length: count }, () => PERSON);
    await begin({ game: first.name, edition: edition.name, players: count, seats, chance: "dealt", seed: "" });
  }
  document.documentElement.dataset.ready = "yes";
}

guarded(main);
