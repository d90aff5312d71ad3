/** The network cannot be read any more, and an operator has to look. The message is the reason, in one sentence. */
export class RailStopped extends Error {}
