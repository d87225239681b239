-- Address and GSTIN that a buyer gives with an order, so that a business can claim the invoice's tax as input tax.
alter table payment_orders add column buyer_address text check (length(buyer_address) <= 300);
alter table payment_orders add column buyer_gstin text check (length(buyer_gstin) = 15);
alter table invoices add column buyer_address text;
alter table invoices add column buyer_gstin text;
