// Two players, written from docs/protocol.md alone, play a whole match at one table of a house, at random.
// On the way they send nonsense, an illegal move and one move twice, and one of them is gone for a moment.
// Usage: node --experimental-websocket player.mjs HOUSE GAME [OPTIONS_JSON]
const [house, game, options = '{}'] = process.argv.slice(2);
const counts = { moves: 0, naks: 0, reconnects: 0 };

function check(holds, ...reason) {
  if (holds) return;
  console.error(...reason);
  process.exit(1);
}

async function http(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(house + path, body && { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  check(response.ok, path, response.status, text);
  return text;
}

class Player {
  version = [-1, 0]; // seq and draft of the newest event
  due = [-1, 0]; // the version that the last command led to
  asked = []; // what was sent and is not answered
  answers = [];

  constructor(seated, tricks) {
    Object.assign(this, seated, { tricks }); // seated: table, seat and token
    this.connect();
  }

  connect(last) {
    const socket = (this.socket = new WebSocket(house.replace(/^http/, 'ws') + `/socket/${this.table.id}`));
    const hello = { type: 'hello', v: 1, token: this.token, last };
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = ({ data }) => socket === this.socket && this.hear(data, last);
    socket.onclose = () => check(socket !== this.socket, 'The connection is lost.');
  }

  vanish(code) {
    check(!code || ['closing', 'slow', 'flood', 'moved'].includes(code), 'Sent away:', code);
    this.socket.close();
    this.socket = null;
    setTimeout(() => this.connect(this.version[0]), 200 + 200 * Math.random());
    counts.reconnects += 1;
  }

  hear(data, last) {
    const message = JSON.parse(data);
    if (message.type === 'bye') this.vanish(message.code);
    if (message.type === 'welcome') this.enter(message, last);
    if (message.type === 'event') this.follow(message);
    if (message.type === 'ack' || message.type === 'nak') this.answers.push(data);
    check(this.answers.length <= this.asked.length, 'One answer too many:', data);
    if (this.waiting?.test()) this.waiting.resolve();
  }

  enter({ seat, id, seq, draft, table, view, tail, missed }, last) {
    check(seat === this.seat, 'Welcome to the seat', seat, 'but mine is', this.seat);
    if (last !== undefined && !missed) tail.forEach((event) => this.follow(event));
    check(last === undefined || missed || seq === this.version[0], 'The tail does not end with', seq);
    Object.assign(this, { id, table, view, version: [seq, draft] });
    this.asked.slice(this.answers.length).forEach((text) => this.socket.send(text));
  }

  follow({ seq, draft = 0, table = this.table, view }) {
    const next = draft ? [this.version[0], this.version[1] + 1] : [this.version[0] + 1, 0];
    check(seq === next[0] && draft === next[1], 'A gap: after', this.version, 'came', seq, draft);
    Object.assign(this, { version: next, table, view });
  }

  async until(test) {
    if (!test()) await new Promise((resolve) => (this.waiting = { test, resolve }));
  }

  async ask(texts, vanish) {
    this.asked = texts;
    texts.forEach((text) => this.socket.send(text));
    if (vanish) this.vanish();
    await this.until(() => this.answers.length === texts.length);
    const [data, again = data] = this.answers.splice(0);
    check(data === again, 'Sent twice, but the answers differ:', data, again);
    this.asked = [];
    if (JSON.parse(data).type === 'nak') counts.naks += 1;
    return JSON.parse(data);
  }

  choice() {
    const { table, view, due, version: [base, draft] } = this;
    if (!view || base < due[0] || (base === due[0] && draft < due[1])) return null; // more is on its way
    if (table.phase === 'pause') return table.seats[view.seat].ready ? null : { type: 'deal' };
    if (table.phase !== 'play' || !view.to_act.includes(view.seat)) return null;
    return { type: 'play', move: view.moves[Math.floor(Math.random() * view.moves.length)], base, draft };
  }

  async act(choice) {
    const [id, before] = [this.id + 1, this.version[0]];
    const trick = choice.move && this.tricks.shift();
    if (trick === 'wrong') {
      const naks = [await this.ask(['nonsense']), await this.ask([JSON.stringify({ ...choice, id, move: 'win' })])];
      check(naks[0].code === 'unreadable' && naks[1].code === 'refused' && naks[1].id === id, naks);
    }
    const text = JSON.stringify({ ...choice, id });
    const answer = await this.ask(trick === 'twice' ? [text, text] : [text], trick === 'vanish');
    const overtaken = ['stale', 'not_now'].includes(answer.code) && this.version[0] > before; // as when two want to deal in Blitz
    check(answer.id === id && (answer.type === 'ack' || overtaken), text, answer);
    if (overtaken) return;
    Object.assign(this, { id, due: [answer.seq, answer.draft] });
    if (choice.move) counts.moves += 1;
  }

  async play() {
    const over = () => this.table.phase === 'over';
    for (let choice = null; !over(); choice = this.choice()) {
      await (choice ? this.act(choice) : this.until(() => over() || this.choice()));
    }
    check(this.table.result && !this.tricks.length, 'No result, or too short a match:', this.table);
    return JSON.stringify(this.table.result);
  }
}

const info = JSON.parse(await http('/api/games')).find(({ name }) => name === game);
check(info, 'There is no game', game);
const wish = { game, name: 'Ann', pace: 0, bots: info.default_seats - 2, options: JSON.parse(options) };
const ann = new Player(JSON.parse(await http('/api/tables', wish)), ['wrong', 'twice']);
const path = `/api/tables/${ann.table.id}`;
const bob = new Player(JSON.parse(await http(`${path}/seats`, { name: 'Bob' })), ['', 'vanish']);
const [result, other] = await Promise.all([ann.play(), bob.play()]);
check(result === other, 'Two results:', result, other);
const log = (await http(`${path}/log`)).trim().split('\n').map((line) => JSON.parse(line));
console.log(JSON.stringify({ game, ...counts, result: JSON.parse(result), log_lines: log.length }));
process.exit(0);
