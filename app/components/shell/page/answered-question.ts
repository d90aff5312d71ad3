/** A question that a page answers, in plain text: for search engines it is part of an FAQ. */
export type AnsweredQuestion = { question: string; answer: string };

/** The questions of a page by the data of its loader; empty for a page without them. */
export function questionsOf(data: unknown): AnsweredQuestion[] {
  if (typeof data !== "object" || data === null || !("questions" in data)) return [];
  const { questions } = data;
  return Array.isArray(questions) ? questions.filter(isAnswered) : [];
}

/** A sentence without the marks of its parts: `the <terms>terms</terms>`. */
export function withoutParts(text: string): string {
  return text.replace(/<\/?\w+>/g, "");
}

function isAnswered(value: unknown): value is AnsweredQuestion {
  if (typeof value !== "object" || value === null || !("question" in value) || !("answer" in value)) return false;
  return typeof value.question === "string" && typeof value.answer === "string";
}
