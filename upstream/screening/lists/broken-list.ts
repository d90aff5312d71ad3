/** The file cannot be read as the list it should be; the message says why, in a part of a sentence. */
export class BrokenList extends Error {}
