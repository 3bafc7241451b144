WITH _1_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d901", f."channel" AS "d902", f."channel" AS "d903", f."channel" AS "d904", f."channel" AS "d905", f."channel" AS "d906", f."channel" AS "d907", f."channel" AS "d908", f."channel" AS "d909", f."channel" AS "d910", f."channel" AS "d911", f."channel" AS "d912", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
),
_1_p1_rows AS (
  SELECT "d901", "d902", "d903", "d904", "d905", "d906", "d907", "d908", "d909", "d910", "d911", "d912", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
),
_2 AS (
  SELECT f."channel" AS "d901", f."channel" AS "d902", f."channel" AS "d903", f."channel" AS "d904", f."channel" AS "d905", f."channel" AS "d906", f."channel" AS "d907", f."channel" AS "d908", f."channel" AS "d909", f."channel" AS "d910", f."channel" AS "d911", f."channel" AS "d912", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
),
_rows AS MATERIALIZED (
  SELECT "d901", "d902", "d903", "d904", "d905", "d906", "d907", "d908", "d909", "d910", "d911", "d912", max("p1") AS "p1", sum("p11") AS "p11"
  FROM (
    SELECT "d901", "d902", "d903", "d904", "d905", "d906", "d907", "d908", "d909", "d910", "d911", "d912", "p1", NULL AS "p11"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d901", "d902", "d903", "d904", "d905", "d906", "d907", "d908", "d909", "d910", "d911", "d912", NULL AS "p1", "p11"
    FROM _2
  ) AS _all
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d901", NULL AS "d902", NULL AS "d903", NULL AS "d904", NULL AS "d905", NULL AS "d906", NULL AS "d907", NULL AS "d908", NULL AS "d909", NULL AS "d910", NULL AS "d911", NULL AS "d912", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 12 AS "_level", "d901", "d902", "d903", "d904", "d905", "d906", "d907", "d908", "d909", "d910", "d911", "d912", "p1", "p11"
  FROM _rows
)
SELECT r."d901", r."d902", r."d903", r."d904", r."d905", r."d906", r."d907", r."d908", r."d909", r."d910", r."d911", r."d912", r."p1", r."p11"
FROM (
  SELECT "_level", "d901", "d902", "d903", "d904", "d905", "d906", "d907", "d908", "d909", "d910", "d911", "d912", coalesce("p1", 0) AS "p1", coalesce("p11", 0) AS "p11"
  FROM _levels
) AS r
ORDER BY r."_level", r."p1" DESC NULLS LAST, r."d901" ASC NULLS LAST, r."d902" ASC NULLS LAST, r."d903" ASC NULLS LAST, r."d904" ASC NULLS LAST, r."d905" ASC NULLS LAST, r."d906" ASC NULLS LAST, r."d907" ASC NULLS LAST, r."d908" ASC NULLS LAST, r."d909" ASC NULLS LAST, r."d910" ASC NULLS LAST, r."d911" ASC NULLS LAST, r."d912" ASC NULLS LAST
LIMIT 100002
