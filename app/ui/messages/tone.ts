/**
 * Who has to act: `secondary` the reader, `warning` the reader has to choose, `primary` we, `success` done, `gray`
 * closed or not started, `error` failed. Always with an icon and text.
 */
export type Tone = "primary" | "secondary" | "gray" | "success" | "warning" | "error";
