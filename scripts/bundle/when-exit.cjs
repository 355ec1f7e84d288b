// atomically, which conf writes with: it would remove unfinished files when the process ends, and to end it, send each
// signal to it once more. The program ends by itself, and removes its drafts of the settings.
module.exports = () => () => {};
