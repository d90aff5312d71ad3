import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const clear = { id: "ask_1", result: "clear", reference: "ref-1" };
const listed = { ...clear, result: "listed", entry: "entity 7" };

test("reads both answers of the protocol", () => {
  expect(readAnswer("ask_1", JSON.stringify(clear))).toEqual({ result: "clear", reference: "ref-1" });
  expect(readAnswer("ask_1", JSON.stringify(listed))).toEqual({
    ...{ result: "listed", reference: "ref-1", entry: "entity 7" },
  });
});

test.each([
  ["about another question", { ...clear, id: "ask_2" }],
  ["without a result", { id: "ask_1", reference: "ref-1" }],
  ["with another result", { ...clear, result: "CLEAR" }],
  ["with an entry and nobody listed", { ...clear, entry: "entity 7" }],
  ["with a listed party that has no name", { ...clear, result: "listed" }],
  ["with more than it has to say", { ...listed, score: 91 }],
  ["with an empty reference", { ...clear, reference: "" }],
  ["with a long reference", { ...clear, reference: "r".repeat(101) }],
  ["with a line break", { ...clear, reference: "ref\n1" }],
  ["in a list", [clear]],
  ["that is no object", "clear"],
])("refuses an answer %s", (_, answer) => {
  expect(readAnswer("ask_1", JSON.stringify(answer))).toBeNull();
});

test("refuses what is no JSON", () => {
  expect(readAnswer("ask_1", '{"id":"ask_1","result":"clear"')).toBeNull();
});
