"""How good is a strategy? Cost to q % recall, harvest rate, and the least that any crawler could have needed."""
