import { otherKeyThanBefore } from "../addresses.ts";
import type { EvmNode, Header } from "../node.ts";
import { RefusedByNode } from "../rpc.ts";
import type { EvmNetwork } from "../settings.ts";
import { type EvmSource, openSource, type SourceDesk, setStopped } from "../source.ts";
import { compareBalances, type Turn, type Unexplained } from "./balances.ts";
import { finalHeightOf } from "./final-height.ts";
import { findFork } from "./find-fork.ts";
import { RailStopped } from "./rail-stopped.ts";
import { readMovements } from "./read-credits.ts";
import { appendBlocks, makeFinal, takeBackBlocks } from "./write-blocks.ts";

/** What one pass has done. `isCaughtUp`: everything up to the node's newest block is written. */
type Pass = { isCaughtUp: boolean; stopped: string | null; unexplained: Unexplained };

export type Scanner = {
  /**
   * Reads on from the last block that was written, as far as a pass goes; after days away several are needed. Throws
   * `RailUnavailable` where a node does not answer: nothing is lost, the next pass goes on.
   */
  pass(): Promise<Pass>;
};

/** Blocks asked for in one request at most. */
const mostBlocks = 100;
/** Requests for blocks in one pass, so that a stop of the service does not wait for days of blocks. */
const mostRequests = 50;

/** Reads the network for one process; of several processes one writes each block. `nodes`: the second one compares. */
export function evmScanner(desk: SourceDesk, network: EvmNetwork, nodes: readonly EvmNode[]): Scanner {
  return new NetworkScanner(desk, network, nodes);
}

class NetworkScanner implements Scanner {
  private readonly node: EvmNode;
  /**
   * The node is compared with the database once in each process, and again before blocks are taken back. The second one need
   * not be: it is only asked about blocks of the same hash.
   */
  private isVerified = false;
  /** How many blocks the node has answered at once; fewer after a failure. */
  private span = mostBlocks;
  private readonly turn: Turn = { index: -1 };
  /** The block after which balances were compared and finality was asked for last. */
  private compared = "";

  constructor(
    private readonly desk: SourceDesk,
    private readonly network: EvmNetwork,
    private readonly nodes: readonly EvmNode[],
  ) {
    const [node] = nodes;
    if (!node) throw new Error("The rail evm has no node");
    this.node = node;
  }

  async pass(): Promise<Pass> {
    const opened = await openSource(this.desk, this.network, this.node);
    try {
      const { source, isCaughtUp, unexplained } = await this.readOn(opened);
      if (source.stopped !== null) await setStopped(this.desk, null);
      return { isCaughtUp, stopped: null, unexplained };
    } catch (error) {
      if (!(error instanceof RailStopped)) throw error;
      this.isVerified = false;
      if (opened.stopped !== error.message) await setStopped(this.desk, error.message);
      return { isCaughtUp: false, stopped: error.message, unexplained: [] };
    }
  }

  private async readOn(
    opened: EvmSource,
  ): Promise<{ source: EvmSource; isCaughtUp: boolean; unexplained: Unexplained }> {
    if (!this.isVerified) await this.verify(opened);
    const head = await this.node.head();
    let source = opened;
    // A node that is behind what was read lags, or was restored from an older state: that is no reorganisation.
    for (let requests = 0; requests < mostRequests && head.number >= source.height; requests += 1) {
      if (isAt(source, head)) break;
      const next = await this.step(source, head);
      // Another process has read on, or the node has no more.
      if (!next) break;
      source = next;
    }
    if (this.compared === source.hash) return { source, isCaughtUp: isAt(source, head), unexplained: [] };
    source = await this.finish(source);
    const isCaughtUp = isAt(source, head);
    const { desk, network, nodes, turn } = this;
    const unexplained = isCaughtUp ? await compareBalances(desk, network, nodes, { source, turn }) : [];
    if (isCaughtUp) this.compared = source.hash;
    return { source, isCaughtUp, unexplained };
  }

  /** Reads the next blocks, or takes back those that left the chain. Undefined where nothing can be done now. */
  private async step(source: EvmSource, head: Header): Promise<EvmSource | undefined> {
    if (source.height === head.number) return this.stepBack(source, head);
    const to = Math.min(head.number, source.height + this.span);
    const range = await this.shrinking(() => this.node.range(source.height + 1, to, [...this.network.tokens.values()]));
    const [first] = range.blocks;
    if (!first) return undefined;
    if (first.parentHash !== source.hash) return this.stepBack(source, head);
    const movements = await readMovements(this.desk.db.orm, this.node, this.network, range);
    return appendBlocks(this.desk, source, { blocks: range.blocks, tip: head.number, movements });
  }

  private async stepBack(source: EvmSource, head: Header): Promise<EvmSource | undefined> {
    await this.verify(source);
    const fork = await findFork(this.desk, this.node, source);
    return takeBackBlocks(this.desk, source, { fork, tip: head.number });
  }

  /** Asks for fewer blocks after a failure: providers limit the size of an answer, each in its own way. */
  private async shrinking<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.span = Math.min(mostBlocks, this.span * 2);
      return result;
    } catch (error) {
      this.span = Math.max(1, Math.floor(this.span / 4));
      throw error;
    }
  }

  private async finish(source: EvmSource): Promise<EvmSource> {
    const height = await finalHeightOf(this.desk, this.network, this.nodes, source);
    return height > source.finalHeight ? ((await makeFinal(this.desk, source, height)) ?? source) : source;
  }

  /** Another chain than the one that was read stops the rail: its blocks say nothing about our money. */
  private async verify({ chainId, genesisHash }: EvmSource): Promise<void> {
    const identity = await this.node.identity();
    if (identity.chainId !== this.network.chainId)
      throw new RailStopped(
        `The Ethereum node is of chain ${identity.chainId}, and EVM_CHAIN_ID is ${this.network.chainId}.`,
      );
    if (identity.chainId !== chainId || identity.genesisHash !== genesisHash)
      throw new RailStopped(`The Ethereum node is of another network than the one that was read before (${chainId}).`);
    if (this.network.needsFinalized) await this.checkFinalized();
    const otherKey = await otherKeyThanBefore(this.desk.db.orm, this.network);
    if (otherKey) throw new RailStopped(otherKey);
    this.isVerified = true;
  }

  /** Without it deposits would never be final, and payouts never settled. */
  private async checkFinalized(): Promise<void> {
    try {
      await this.node.finalized();
    } catch (error) {
      if (error instanceof RefusedByNode)
        throw new RailStopped(
          "The Ethereum node does not say which blocks are finalized, and this rail needs to know it.",
        );
      throw error;
    }
  }
}

const isAt = ({ height, hash }: EvmSource, head: Header) => height === head.number && hash === head.hash;
