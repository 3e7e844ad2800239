// Asking the server this page came from, and nobody else.

/** The server's "no", in its own words. */
export class Problem extends Error {
  constructor(told) {
    super(told.detail || told.title || "the server has no answer");
    this.code = told.code;
    this.violations = told.violations || [];
  }
}

async function answered(response) {
  const told = await response.json();
  if (!response.ok) throw new Problem(told);
  return told;
}

async function fetched(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Problem({ code: "gone", detail: "The server does not answer. Is `towerup explorer` still running?" });
  }
  return answered(response);
}

export const get = (path) => fetched(path);

export const ask = (path, value) =>
  fetched(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

export const send = (path, text) =>
  fetched(path, { method: "POST", headers: { "content-type": "application/jsonl" }, body: text });
