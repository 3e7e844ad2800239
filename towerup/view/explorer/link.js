// A game in a link: packed, and written with letters that a link can have.

async function through(bytes, stream) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** What follows the # of a link to the position looked at. */
export async function packed(game) {
  const start = game.header ? { header: game.header } : { state: game.start.state };
  const actions = game.steps.slice(0, game.at).map((step) => ({ actor: step.actor, action: step.action }));
  const text = new TextEncoder().encode(JSON.stringify({ ...start, actions }));
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `game=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What a link holds: a header or a state, and the actions since; null if it holds no game. */
export async function unpacked(hash) {
  const found = /^#game=([\w-]+)$/.exec(hash);
  if (!found) return null;
  const letters = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const { header = null, state = null, actions = [] } = JSON.parse(text);
  return { header, state, actions };
}
