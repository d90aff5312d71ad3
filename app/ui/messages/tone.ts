/**
 * Whose move it is: `secondary` the reader's, `warning` the reader's choice, `primary` ours, `success` done,
 * `gray` closed or not begun, `error` wrong. A tone always goes with an icon and words.
 */
export type Tone = "primary" | "secondary" | "gray" | "success" | "warning" | "error";
