/** The block that a statement is about: the newest final one when it was asked for. */
export type StatementBlock = { height: number; hash: string };
