"""Golden questions through the product: figures by stage."""
