/** After how long an answer is late: what most nodes keep to, once enough is known of them. */
import { describe, expect, test } from "vitest";
import { NodePace } from "../../../src/remote/cluster/pace.ts";

describe("an answer is late", () => {
  /** Nodes that always take as long. */
  const paceOf = (nodes: readonly (readonly [ms: number, answers?: number])[]) => {
    const pace = new NodePace();
    for (const [node, [ms, answers = 16]] of nodes.entries())
      for (let i = 0; i < answers; i++) pace.took("count", `n${node}`, ms);
    return pace.lateAfterMs("count");
  };

  test("once sixteen answers of a node are known, and not before", () => {
    expect(paceOf([])).toBeUndefined();
    expect(paceOf([[40, 15]])).toBeUndefined();
    expect(paceOf([[40, 16]])).toBe(40);
    expect(
      paceOf([
        [40, 15],
        [40, 15],
      ]),
    ).toBeUndefined();
    // Who has answered less often is not counted.
    expect(paceOf([[700], [40, 15], [50, 15]])).toBe(700);
  });

  test("after the median over nodes, whichever was known first", () => {
    expect(paceOf([[900], [20], [30]])).toBe(30);
    expect(paceOf([[20], [30], [900]])).toBe(30);
    expect(paceOf([[20], [900], [800], [30], [700]])).toBe(700);
  });

  test("after the lower of two medians, since the slower half of the nodes is no measure", () => {
    expect(paceOf([[900], [20]])).toBe(20);
    expect(paceOf([[900], [20], [800], [30]])).toBe(30);
  });

  test("after ten milliseconds at least", () => {
    expect(paceOf([[1]])).toBe(10);
    expect(paceOf([[11]])).toBe(11);
  });
});
