// Loaded into the program with --import: its wall clock jumps up to a day back or forward, several times a second.
const real = Date.now;
const day = 86_400_000;
let state = Number(process.env.CLOCK_SEED ?? 1) + process.pid;

function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

let offset = 0;
let nextJump = 0;

Date.now = () => {
  const now = performance.now();
  if (now >= nextJump) {
    nextJump = now + 50 + random() * 300;
    offset = Math.round((random() - 0.5) * 2 * day);
  }
  return real() + offset;
};
