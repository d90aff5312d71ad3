// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// As USDT on Ethereum: `transfer` returns nothing, and the owner can pause all transfers, and forbid those of one address.
contract ReturnsNothing {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    bool public paused;
    mapping(address => bool) public isBlackListed;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function pause(bool isPaused) external {
        paused = isPaused;
    }

    function blacklist(address one, bool isBlocked) external {
        isBlackListed[one] = isBlocked;
    }

    function transfer(address to, uint256 value) external {
        require(!paused, "paused");
        require(!isBlackListed[msg.sender], "blacklisted");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

/// Keeps one percent of each transfer: less arrives than was sent.
contract TakesFee {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public constant decimals = 6;
    address public constant collector = address(0xFEE);
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = value / 100;
        balanceOf[msg.sender] -= value;
        balanceOf[collector] += fee;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, collector, fee);
        emit Transfer(msg.sender, to, value - fee);
        return true;
    }
}

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Pays several in one transaction: in a token that it holds, or in the coin, by calls that no scan of transactions sees.
contract PaysMany {
    function payTokens(Token token, address[] calldata to, uint256[] calldata value) external {
        for (uint256 at = 0; at < to.length; at++) token.transfer(to[at], value[at]);
    }

    function payCoins(address payable[] calldata to, uint256[] calldata value) external payable {
        for (uint256 at = 0; at < to.length; at++) {
            (bool ok, ) = to[at].call{value: value[at]}("");
            require(ok, "not paid");
        }
    }
}
